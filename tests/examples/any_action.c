/* A whole bot in C for all four games, written from game/PROTOCOL.md: it takes any action, all alike.
 *
 *     cc -O2 -o any_action any_action.c
 *     topping-out arena wyoming --seats exec:./any_action,easy
 *
 * It needs no JSON library: it only finds values in a line, and hands the action that it takes back as it was given.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return the end of the value that begins at `at`: behind the bracket, the quote or the last letter of it. */
static const char *end_of(const char *at) {
    int depth = 0, in_text = 0;
    for (; *at; at++) {
        if (in_text) {
            if (*at == '\\' && at[1]) at++;
            else if (*at == '"') in_text = 0;
            else continue;
            if (!in_text && depth == 0) return at + 1;
        } else if (*at == '"') {
            in_text = 1;
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            if (depth == 0) return at;
            if (--depth == 0) return at + 1;
        } else if (*at == ',' && depth == 0) {
            return at;
        }
    }
    return at;
}

/* Return the value of a field of the object that begins at `object`; NULL where it has none of that name. */
static const char *field(const char *object, const char *name) {
    const char *at = object + 1;
    while (*at == '"') {
        const char *behind = end_of(at), *value = behind + 1;
        if ((size_t)(behind - at) == strlen(name) + 2 && !strncmp(at + 1, name, strlen(name))) return value;
        at = end_of(value);
        if (*at == ',') at++;
    }
    return NULL;
}

static int is_text(const char *value, const char *text) {
    return value && *value == '"' && !strncmp(value + 1, text, strlen(text)) && value[strlen(text) + 1] == '"';
}

/* Return one of the elements of a list, chosen by the seed that came with it; NULL where there is none. */
static const char *any_of(const char *list, const char *seed) {
    unsigned long long luck = 14695981039346656037ULL;
    const char *at, *chosen = NULL;
    int seen = 0;
    for (at = seed; at < end_of(seed); at++) luck = (luck ^ (unsigned char)*at) * 1099511628211ULL;
    for (at = list + 1; *at && *at != ']'; at = end_of(at), at += *at == ',') {
        luck = luck * 6364136223846793005ULL + 1442695040888963407ULL;
        if ((luck >> 33) % (unsigned long long)++seen == 0) chosen = at;
    }
    return chosen;
}

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        const char *type = field(line, "type");
        if (is_text(type, "hello")) {
            puts("{\"type\":\"hello\",\"protocol\":2,\"name\":\"Any action\",\"again\":true}");
        } else if (is_text(type, "act")) {
            const char *action = any_of(field(line, "actions"), field(line, "seed"));
            if (!action) action = "null";
            printf("{\"type\":\"action\",\"action\":%.*s}\n", (int)(end_of(action) - action), action);
        } else if (is_text(type, "error")) {
            fprintf(stderr, "%s", line);
        }
        fflush(stdout);
    }
    return 0;
}

"""The pages of the program other than tables, such as title, set-up, rules, results and settings."""

"""Every page that is no table: title, set-up, rules, results, settings."""

"""The reader's languages: catalogues, rules pages and lessons."""

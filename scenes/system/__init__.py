"""What a scene is handed: settings, assets, library, clock, window."""

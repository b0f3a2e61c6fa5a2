"""Pictures that several games and pages share: the city, towers, characters' faces and ornaments."""

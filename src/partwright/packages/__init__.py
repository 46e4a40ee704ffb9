"""What leaves the house: bills of materials as files, and packages of released parts."""

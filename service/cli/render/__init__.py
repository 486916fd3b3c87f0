"""What people read instead of JSON: tables and lines, for 80 columns and without colour alone."""

"""Shapes of tables that tell a structure, brought into rows with a level or a parent each."""

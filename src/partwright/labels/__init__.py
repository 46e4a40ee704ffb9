"""Labels with QR codes and barcodes for items and places of storage, as PDF or picture."""

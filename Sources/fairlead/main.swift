print("fairlead")

def sheet(table): raise NotImplementedError

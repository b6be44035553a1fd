call fraccheck#Define('fracrule')

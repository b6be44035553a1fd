call fraccheck#Define('frac')

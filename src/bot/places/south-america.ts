// Cities of Central and South America and the Caribbean. How to read it: place.ts.

export const southAmerica = `
GT America/Guatemala
  Guatemala City 14.63 -90.51 과테말라
BZ America/Belize
  Belize City 17.50 -88.20
SV America/El_Salvador
  San Salvador 13.69 -89.22
HN America/Tegucigalpa
  Tegucigalpa 14.07 -87.19
  San Pedro Sula 15.50 -88.03
NI America/Managua
  Managua 12.11 -86.24
CR America/Costa_Rica
  San José 9.93 -84.08 산호세
  Liberia 10.63 -85.44
PA America/Panama
  Panama City 8.98 -79.52 파나마
  David 8.43 -82.43
CU America/Havana
  Havana 23.11 -82.37 아바나, La Habana
  Santiago de Cuba 20.02 -75.82
JM America/Jamaica
  Kingston 18.00 -76.79 킹스턴
KY America/Cayman
  George Town 19.29 -81.37
BS America/Nassau
  Nassau 25.05 -77.36 나소
TC America/Grand_Turk
  Cockburn Town 21.46 -71.14
HT America/Port-au-Prince
  Port-au-Prince 18.54 -72.34
DO America/Santo_Domingo
  Santo Domingo 18.49 -69.93 산토도밍고
  Santiago de los Caballeros 19.45 -70.70
PR America/Puerto_Rico
  San Juan 18.47 -66.11 산후안, Puerto Rico
VI America/St_Thomas
  Charlotte Amalie 18.34 -64.93
VG America/Tortola
  Road Town 18.43 -64.62
AI America/Anguilla
  The Valley 18.22 -63.06
SX America/Lower_Princes
  Philipsburg 18.02 -63.05 Sint Maarten
KN America/St_Kitts
  Basseterre 17.30 -62.72
AG America/Antigua
  Saint John's 17.12 -61.84 Antigua
MS America/Montserrat
  Brades 16.79 -62.21
DM America/Dominica
  Roseau 15.30 -61.39
VC America/St_Vincent
  Kingstown 13.16 -61.22
GD America/Grenada
  Saint George's 12.05 -61.75
BQ America/Kralendijk
  Kralendijk 12.15 -68.27 Bonaire
GP America/Guadeloupe
  Pointe-à-Pitre 16.24 -61.53
MQ America/Martinique
  Fort-de-France 14.62 -61.06
BB America/Barbados
  Bridgetown 13.10 -59.62
LC America/St_Lucia
  Castries 14.01 -60.99
TT America/Port_of_Spain
  Port of Spain 10.66 -61.51
CW America/Curacao
  Willemstad 12.11 -68.93
AW America/Aruba
  Oranjestad 12.52 -70.03
CO America/Bogota
  *Bogotá 4.71 -74.07 보고타
  Medellín 6.25 -75.56 메데인
  Cali 3.45 -76.53
  Barranquilla 10.97 -74.80
  Cúcuta 7.89 -72.50
  Leticia -4.22 -69.94
VE America/Caracas
  *Caracas 10.49 -66.88 카라카스
  Maracaibo 10.65 -71.65
  San Cristóbal 7.77 -72.23
  Ciudad Guayana 8.31 -62.72
GY America/Guyana
  Georgetown 6.80 -58.16
SR America/Paramaribo
  Paramaribo 5.85 -55.20
GF America/Cayenne
  Cayenne 4.92 -52.31
EC America/Guayaquil
  Quito -0.18 -78.47 키토
  Guayaquil -2.19 -79.89
EC Pacific/Galapagos
  Puerto Baquerizo Moreno -0.90 -89.60 Galápagos
PE America/Lima
  *Lima -12.05 -77.04 리마
  Cusco -13.53 -71.97 쿠스코
  Arequipa -16.41 -71.54
  Tacna -18.01 -70.25
  Piura -5.19 -80.63
  Iquitos -3.75 -73.25
  Puerto Maldonado -12.59 -69.19
BO America/La_Paz
  La Paz -16.49 -68.12 라파스
  Santa Cruz de la Sierra -17.78 -63.18
  Cobija -11.03 -68.77
CL America/Santiago
  *Santiago -33.45 -70.67 산티아고
  Antofagasta -23.65 -70.40
  Arica -18.48 -70.31
  Concepción -36.83 -73.05
  Puerto Montt -41.47 -72.94
CL America/Coyhaique
  Coyhaique -45.57 -72.07
CL America/Punta_Arenas
  Punta Arenas -53.16 -70.91
CL Pacific/Easter
  Hanga Roa -27.15 -109.43 Easter Island, 이스터섬
AR America/Argentina/Buenos_Aires
  *Buenos Aires -34.60 -58.38 부에노스아이레스
  Mar del Plata -38.00 -57.56
  Bahía Blanca -38.72 -62.27
AR America/Argentina/Cordoba
  Córdoba -31.42 -64.18
  Rosario -32.95 -60.64
  Posadas -27.37 -55.90
AR America/Argentina/Tucuman
  Tucumán -26.81 -65.22
AR America/Argentina/Jujuy
  Jujuy -24.19 -65.30
AR America/Argentina/Catamarca
  Catamarca -28.47 -65.78
  Comodoro Rivadavia -45.86 -67.48
AR America/Argentina/La_Rioja
  La Rioja -29.41 -66.86
AR America/Argentina/San_Luis
  San Luis -33.30 -66.34
AR America/Argentina/Salta
  Salta -24.78 -65.42
  Bariloche -41.13 -71.31
  Neuquén -38.95 -68.06
AR America/Argentina/Mendoza
  Mendoza -32.89 -68.83
AR America/Argentina/San_Juan
  San Juan, Argentina -31.54 -68.54
AR America/Argentina/Rio_Gallegos
  Río Gallegos -51.62 -69.22
AR America/Argentina/Ushuaia
  Ushuaia -54.80 -68.30
UY America/Montevideo
  Montevideo -34.90 -56.16 몬테비데오
  Salto -31.38 -57.96
PY America/Asuncion
  Asunción -25.26 -57.58 아순시온
  Ciudad del Este -25.51 -54.61
BR America/Sao_Paulo
  *São Paulo -23.55 -46.63 상파울루
  *Rio de Janeiro -22.91 -43.17 리우데자네이루, 리우, Rio
  Brasília -15.79 -47.88 브라질리아
  Belo Horizonte -19.92 -43.94
  Curitiba -25.43 -49.27
  Foz do Iguaçu -25.54 -54.59
  Porto Alegre -30.03 -51.23
  Goiânia -16.69 -49.26
  Vitória -20.32 -40.34
BR America/Bahia
  Salvador -12.97 -38.50
BR America/Recife
  Recife -8.05 -34.88
BR America/Maceio
  Maceió -9.65 -35.71
BR America/Fortaleza
  Fortaleza -3.73 -38.53
  São Luís -2.53 -44.30
BR America/Belem
  Belém -1.46 -48.50
BR America/Santarem
  Santarém -2.44 -54.71
BR America/Araguaina
  Palmas -10.18 -48.33
  Araguaína -7.19 -48.21
BR America/Campo_Grande
  Campo Grande -20.45 -54.62
BR America/Cuiaba
  Cuiabá -15.60 -56.10
BR America/Manaus
  Manaus -3.12 -60.02 마나우스
BR America/Boa_Vista
  Boa Vista 2.82 -60.67
BR America/Porto_Velho
  Porto Velho -8.76 -63.90
BR America/Rio_Branco
  Rio Branco -9.97 -67.81
BR America/Eirunepe
  Eirunepé -6.66 -69.87
BR America/Noronha
  Fernando de Noronha -3.85 -32.42
FK Atlantic/Stanley
  Stanley -51.69 -57.86
GS Atlantic/South_Georgia
  Grytviken -54.28 -36.51
`

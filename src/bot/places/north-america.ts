// Cities of North America. How to read it: place.ts.

export const northAmerica = `
US America/New_York
  *New York 40.71 -74.01 뉴욕, NYC, NY, New York City
  Boston 42.36 -71.06 보스턴
  Philadelphia 39.95 -75.17 필라델피아
  Washington 38.91 -77.04 워싱턴, DC, Washington DC
  Atlanta 33.75 -84.39 애틀랜타
  Miami 25.76 -80.19 마이애미
  Orlando 28.54 -81.38 올랜도
  Tampa 27.95 -82.46
  Jacksonville 30.33 -81.66
  Tallahassee 30.44 -84.28
  Charlotte 35.23 -80.84 샬럿
  Raleigh 35.78 -78.64
  Pittsburgh 40.44 -80.00 피츠버그
  Buffalo 42.89 -78.88
  Syracuse 43.05 -76.15
  Burlington 44.48 -73.21
  Portland, Maine 43.66 -70.26 Portland
  Bangor 44.80 -68.77
  Cleveland 41.50 -81.69
  Columbus 39.96 -83.00
  Cincinnati 39.10 -84.51
  Charleston 32.78 -79.93
  Columbus, Georgia 32.46 -84.99
  Knoxville 35.96 -83.92
  Chattanooga 35.05 -85.31
  Richmond 37.54 -77.44
US America/Detroit
  Detroit 42.33 -83.05 디트로이트
  Grand Rapids 42.96 -85.67
  Sault Ste. Marie 46.50 -84.35
  Marquette 46.54 -87.40
US America/Kentucky/Louisville
  Louisville 38.25 -85.76
US America/Indiana/Indianapolis
  Indianapolis 39.77 -86.16
  Fort Wayne 41.08 -85.14
  South Bend 41.68 -86.25
  Terre Haute 39.47 -87.41
US America/Indiana/Vincennes
  Vincennes 38.68 -87.53
  Jasper, Indiana 38.39 -86.93
US America/Chicago
  *Chicago 41.88 -87.63 시카고
  Gary 41.59 -87.35
  Houston 29.76 -95.37 휴스턴
  Dallas 32.78 -96.80 댈러스, 달라스
  Austin 30.27 -97.74 오스틴
  San Antonio 29.42 -98.49 샌안토니오
  Lubbock 33.58 -101.86
  Midland 32.00 -102.08
  Amarillo 35.22 -101.83
  Oklahoma City 35.47 -97.52
  Kansas City 39.10 -94.58
  Wichita 37.69 -97.34
  Dodge City 37.75 -100.02
  North Platte 41.12 -100.77
  Omaha 41.26 -95.94
  Sioux Falls 43.55 -96.73
  Pierre 44.37 -100.35
  Fargo 46.88 -96.79
  Bismarck 46.81 -100.78
  Minot 48.23 -101.30
  Minneapolis 44.98 -93.27 미니애폴리스
  Duluth 46.79 -92.10
  Milwaukee 43.04 -87.91
  Green Bay 44.52 -88.02
  Des Moines 41.59 -93.62
  St. Louis 38.63 -90.20 세인트루이스
  Evansville 37.97 -87.56
  Bowling Green 36.99 -86.44
  Nashville 36.16 -86.78 내슈빌
  Memphis 35.15 -90.05
  Little Rock 34.75 -92.29
  Birmingham, Alabama 33.52 -86.80 Birmingham
  Montgomery 32.37 -86.30
  Mobile 30.69 -88.04
  Pensacola 30.42 -87.22
  Jackson 32.30 -90.18
  New Orleans 29.95 -90.07 뉴올리언스
US America/Menominee
  Menominee 45.11 -87.61
US America/Denver
  *Denver 39.74 -104.99 덴버
  Colorado Springs 38.83 -104.82
  Grand Junction 39.06 -108.55
  Salt Lake City 40.76 -111.89 솔트레이크시티
  St. George 37.10 -113.58
  Albuquerque 35.08 -106.65
  El Paso 31.76 -106.49
  Roswell 33.39 -104.52
  Cheyenne 41.14 -104.82
  Casper 42.87 -106.31
  Scottsbluff 41.87 -103.67
  Rapid City 44.08 -103.23
  Billings 45.78 -108.50
  Missoula 46.87 -113.99
  Great Falls 47.51 -111.30
US America/Boise
  Boise 43.62 -116.20
  Idaho Falls 43.49 -112.04
US America/Phoenix
  *Phoenix 33.45 -112.07 피닉스, Arizona
  Tucson 32.22 -110.97
  Flagstaff 35.20 -111.65
  Yuma 32.69 -114.63
US America/Los_Angeles
  *Los Angeles 34.05 -118.24 로스앤젤레스, LA, 엘에이
  *San Francisco 37.77 -122.42 샌프란시스코, SF, Silicon Valley, 실리콘밸리
  San Jose, California 37.34 -121.89 San Jose, 새너제이
  San Diego 32.72 -117.16 샌디에이고
  Sacramento 38.58 -121.49
  Fresno 36.74 -119.79
  Redding 40.59 -122.39
  Las Vegas 36.17 -115.14 라스베이거스
  Reno 39.53 -119.81
  Elko 40.83 -115.76
  Portland, Oregon 45.52 -122.68 Portland, 포틀랜드
  Medford 42.33 -122.88
  Bend 44.06 -121.32
  *Seattle 47.61 -122.33 시애틀
  Spokane 47.66 -117.43
  Coeur d'Alene 47.68 -116.78
  Lewiston 46.42 -117.02
US America/Anchorage
  *Anchorage 61.22 -149.90 앵커리지
  Fairbanks 64.84 -147.72
US America/Nome
  Nome 64.50 -165.41
US America/Yakutat
  Yakutat 59.55 -139.73
US America/Juneau
  Juneau 58.30 -134.42
US America/Sitka
  Sitka 57.05 -135.33
US America/Metlakatla
  Metlakatla 55.13 -131.57
US America/Adak
  Adak 51.88 -176.66
CA America/Toronto
  *Toronto 43.65 -79.38 토론토
  Ottawa 45.42 -75.70 오타와
  Montreal 45.50 -73.57 몬트리올, Montréal
  Quebec City 46.81 -71.21 퀘벡, Québec
  London, Ontario 42.98 -81.25
  Windsor 42.31 -83.04
  Sudbury 46.49 -81.00
  Thunder Bay 48.38 -89.25
CA America/Iqaluit
  Iqaluit 63.75 -68.52
CA America/Halifax
  Halifax 44.65 -63.58 핼리팩스
  Sydney, Nova Scotia 46.14 -60.19
CA America/Moncton
  Moncton 46.09 -64.77
  Edmundston 47.37 -68.33
CA America/Goose_Bay
  Happy Valley-Goose Bay 53.30 -60.33
CA America/St_Johns
  *St. John's 47.56 -52.71 세인트존스, Newfoundland
  Corner Brook 48.95 -57.95
CA America/Winnipeg
  Winnipeg 49.90 -97.14 위니펙
  Kenora 49.77 -94.49
CA America/Rankin_Inlet
  Rankin Inlet 62.81 -92.09
CA America/Regina
  Regina 50.45 -104.62 리자이나
  Saskatoon 52.13 -106.67
CA America/Swift_Current
  Swift Current 50.29 -107.80
CA America/Edmonton
  *Calgary 51.05 -114.07 캘거리
  Edmonton 53.55 -113.49 에드먼턴
  Lethbridge 49.69 -112.84
  Medicine Hat 50.04 -110.68
  Yellowknife 62.45 -114.37
CA America/Vancouver
  *Vancouver 49.28 -123.12 밴쿠버
  Kelowna 49.89 -119.50
  Prince George 53.92 -122.75
  Prince Rupert 54.32 -130.32
CA America/Fort_Nelson
  Fort Nelson 58.81 -122.70
CA America/Dawson_Creek
  Dawson Creek 55.76 -120.24
  Fort St. John 56.25 -120.85
CA America/Creston
  Creston 49.10 -116.51
CA America/Cambridge_Bay
  Cambridge Bay 69.11 -105.06
CA America/Resolute
  Resolute 74.70 -94.83
CA America/Inuvik
  Inuvik 68.36 -133.72
CA America/Dawson
  Dawson City 64.06 -139.43
CA America/Blanc-Sablon
  Blanc-Sablon 51.42 -57.13
CA America/Atikokan
  Atikokan 48.76 -91.62
CA America/Whitehorse
  Whitehorse 60.72 -135.06 화이트호스
GL America/Nuuk
  Nuuk 64.18 -51.69 누크
GL America/Danmarkshavn
  Danmarkshavn 76.77 -18.67
GL America/Thule
  Pituffik 76.53 -68.70
GL America/Scoresbysund
  Ittoqqortoormiit 70.49 -21.97
BM Atlantic/Bermuda
  Hamilton 32.29 -64.78 Bermuda
PM America/Miquelon
  Saint-Pierre 46.78 -56.18
MX America/Mexico_City
  *Mexico City 19.43 -99.13 멕시코시티, CDMX, Ciudad de México
  Guadalajara 20.67 -103.35 과달라하라
  Puebla 19.04 -98.21
  León 21.12 -101.68
  Acapulco 16.85 -99.82
  Oaxaca 17.07 -96.73
  Tapachula 14.90 -92.26
MX America/Monterrey
  Monterrey 25.69 -100.32 몬테레이
  Torreón 25.54 -103.41
MX America/Matamoros
  Matamoros 25.87 -97.50
  Nuevo Laredo 27.48 -99.51
MX America/Merida
  Mérida 20.97 -89.62
MX America/Cancun
  Cancún 21.16 -86.85 칸쿤
  Chetumal 18.50 -88.30
MX America/Ojinaga
  Ojinaga 29.56 -104.42
MX America/Chihuahua
  Chihuahua 28.63 -106.08
MX America/Ciudad_Juarez
  Ciudad Juárez 31.69 -106.42
MX America/Mazatlan
  Mazatlán 23.25 -106.41
  Culiacán 24.81 -107.39
  La Paz, Mexico 24.14 -110.31
  Cabo San Lucas 22.89 -109.91
MX America/Bahia_Banderas
  Bucerías 20.76 -105.33
MX America/Hermosillo
  Hermosillo 29.07 -110.96
MX America/Tijuana
  Tijuana 32.51 -117.04 티후아나
  Mexicali 32.62 -115.45
`

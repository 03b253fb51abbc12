// Cities of Europe. How to read it: place.ts.

export const europe = `
GB Europe/London
  *London 51.51 -0.13 런던
  Manchester 53.48 -2.24 맨체스터
  Birmingham 52.48 -1.90 버밍엄
  Bristol 51.45 -2.59
  Cardiff 51.48 -3.18
  Newcastle 54.98 -1.61
  Edinburgh 55.95 -3.19 에든버러
  Glasgow 55.86 -4.25 글래스고
  Inverness 57.48 -4.22
  Belfast 54.60 -5.93 벨파스트
  Derry 55.00 -7.31
  Plymouth 50.38 -4.14
  Dover 51.13 1.31
GG Europe/Guernsey
  Saint Peter Port 49.46 -2.54 Guernsey
JE Europe/Jersey
  Saint Helier 49.19 -2.11 Jersey
IM Europe/Isle_of_Man
  Douglas 54.15 -4.48 Isle of Man
IE Europe/Dublin
  Dublin 53.35 -6.26 더블린
  Cork 51.90 -8.47
  Galway 53.27 -9.05
  Letterkenny 54.95 -7.73
IS Atlantic/Reykjavik
  Reykjavik 64.15 -21.94 레이캬비크
  Akureyri 65.68 -18.09
FO Atlantic/Faroe
  Tórshavn 62.01 -6.77
PT Europe/Lisbon
  Lisbon 38.72 -9.14 리스본, Lisboa
  Porto 41.15 -8.61 포르투
  Faro 37.02 -7.93
  Bragança 41.81 -6.76
PT Atlantic/Madeira
  Funchal 32.65 -16.91 Madeira, 마데이라
PT Atlantic/Azores
  Ponta Delgada 37.74 -25.67 Azores, 아조레스
ES Europe/Madrid
  *Madrid 40.42 -3.70 마드리드
  Barcelona 41.39 2.17 바르셀로나
  Valencia 39.47 -0.38 발렌시아
  Seville 37.39 -5.98 세비야, Sevilla
  Huelva 37.26 -6.95
  Badajoz 38.88 -6.97
  Málaga 36.72 -4.42 말라가
  Bilbao 43.26 -2.93 빌바오
  Vigo 42.24 -8.72
  A Coruña 43.36 -8.41
  Palma 39.57 2.65 마요르카, Mallorca
ES Africa/Ceuta
  Ceuta 35.89 -5.32
  Melilla 35.29 -2.94
ES Atlantic/Canary
  Las Palmas 28.12 -15.44 라스팔마스, Canary Islands
  Santa Cruz de Tenerife 28.47 -16.25 Tenerife
GI Europe/Gibraltar
  Gibraltar 36.14 -5.35 지브롤터
AD Europe/Andorra
  Andorra la Vella 42.51 1.52 안도라, Andorra
FR Europe/Paris
  *Paris 48.86 2.35 파리
  Marseille 43.30 5.37 마르세유
  Lyon 45.76 4.84 리옹
  Toulouse 43.60 1.44 툴루즈
  Bordeaux 44.84 -0.58 보르도
  Nantes 47.22 -1.55
  Brest 48.39 -4.49
  Lille 50.63 3.06
  Calais 50.95 1.86
  Cherbourg 49.63 -1.62
  Strasbourg 48.57 7.75 스트라스부르
  Nice 43.70 7.27 니스
  Perpignan 42.69 2.90
  Ajaccio 41.92 8.74
MC Europe/Monaco
  Monaco 43.74 7.42 모나코
BE Europe/Brussels
  Brussels 50.85 4.35 브뤼셀
  Antwerp 51.22 4.40
  Liège 50.63 5.57
NL Europe/Amsterdam
  Amsterdam 52.37 4.90 암스테르담
  Rotterdam 51.92 4.48 로테르담
  Eindhoven 51.44 5.48
  Groningen 53.22 6.57
LU Europe/Luxembourg
  Luxembourg 49.61 6.13 룩셈부르크
DE Europe/Berlin
  *Berlin 52.52 13.41 베를린
  Hamburg 53.55 9.99 함부르크
  Munich 48.14 11.58 뮌헨, München, Muenchen
  Cologne 50.94 6.96 쾰른, Köln, Koeln, Düsseldorf, 뒤셀도르프
  Frankfurt 50.11 8.68 프랑크푸르트
  Stuttgart 48.78 9.18 슈투트가르트
  Freiburg 48.00 7.85
  Saarbrücken 49.24 6.99
  Leipzig 51.34 12.37 라이프치히
  Dresden 51.05 13.74 드레스덴
  Nuremberg 49.45 11.08 Nürnberg
  Hanover 52.38 9.73 Hannover
  Rostock 54.09 12.10
  Flensburg 54.78 9.44
  Görlitz 51.15 14.99
DE Europe/Busingen
  Büsingen 47.70 8.69
CH Europe/Zurich
  Zurich 47.38 8.54 취리히, Zürich
  Geneva 46.20 6.14 제네바, Genève
  Bern 46.95 7.45 베른
  Basel 47.56 7.59
  Lugano 46.00 8.95
LI Europe/Vaduz
  Vaduz 47.14 9.52
AT Europe/Vienna
  Vienna 48.21 16.37 빈, 비엔나, Wien
  Salzburg 47.81 13.06 잘츠부르크
  Innsbruck 47.27 11.40
  Graz 47.07 15.44
IT Europe/Rome
  *Rome 41.90 12.50 로마, Roma
  Milan 45.46 9.19 밀라노, Milano
  Naples 40.85 14.27 나폴리, Napoli
  Turin 45.07 7.69
  Venice 45.44 12.32 베네치아, Venezia
  Florence 43.77 11.26 피렌체, Firenze
  Trieste 45.65 13.77
  Bari 41.12 16.87
  Palermo 38.12 13.36
  Cagliari 39.22 9.12
SM Europe/San_Marino
  San Marino 43.94 12.45
VA Europe/Vatican
  Vatican City 41.90 12.45 바티칸
MT Europe/Malta
  Valletta 35.90 14.51 몰타, Malta
DK Europe/Copenhagen
  Copenhagen 55.68 12.57 코펜하겐, København
  Aarhus 56.16 10.20
  Aalborg 57.05 9.92
SE Europe/Stockholm
  Stockholm 59.33 18.07 스톡홀름
  Gothenburg 57.71 11.97 예테보리, Göteborg
  Malmö 55.60 13.00
  Umeå 63.83 20.26
  Luleå 65.58 22.15
  Kiruna 67.86 20.23
NO Europe/Oslo
  Oslo 59.91 10.75 오슬로
  Bergen 60.39 5.32 베르겐
  Trondheim 63.43 10.40
  Tromsø 69.65 18.96 트롬쇠
  Kirkenes 69.73 30.05
SJ Arctic/Longyearbyen
  Longyearbyen 78.22 15.65
FI Europe/Helsinki
  Helsinki 60.17 24.94 헬싱키
  Tampere 61.50 23.76
  Turku 60.45 22.27
  Oulu 65.01 25.47
  Rovaniemi 66.50 25.73 로바니에미
  Lappeenranta 61.06 28.19
AX Europe/Mariehamn
  Mariehamn 60.10 19.94
EE Europe/Tallinn
  Tallinn 59.44 24.75 탈린
  Tartu 58.38 26.73
LV Europe/Riga
  Riga 56.95 24.11 리가
  Daugavpils 55.87 26.54
LT Europe/Vilnius
  Vilnius 54.69 25.28 빌뉴스
  Klaipėda 55.71 21.13
PL Europe/Warsaw
  *Warsaw 52.23 21.01 바르샤바, Warszawa
  Kraków 50.06 19.94 크라쿠프, Cracow
  Wrocław 51.11 17.04
  Poznań 52.41 16.93
  Gdańsk 54.35 18.65 그단스크
  Szczecin 53.43 14.55
  Białystok 53.13 23.17
  Rzeszów 50.04 22.00
CZ Europe/Prague
  Prague 50.08 14.44 프라하, Praha
  Brno 49.20 16.61
  Ostrava 49.82 18.26
SK Europe/Bratislava
  Bratislava 48.15 17.11 브라티슬라바
  Košice 48.72 21.26
HU Europe/Budapest
  Budapest 47.50 19.04 부다페스트
  Debrecen 47.53 21.63
  Szeged 46.25 20.15
SI Europe/Ljubljana
  Ljubljana 46.06 14.51 류블랴나
HR Europe/Zagreb
  Zagreb 45.81 15.98 자그레브
  Split 43.51 16.44
  Dubrovnik 42.65 18.09 두브로브니크
BA Europe/Sarajevo
  Sarajevo 43.86 18.41 사라예보
  Banja Luka 44.77 17.19
RS Europe/Belgrade
  Belgrade 44.79 20.45 베오그라드, Beograd
  Niš 43.32 21.90
ME Europe/Podgorica
  Podgorica 42.44 19.26
XK Europe/Belgrade
  Pristina 42.66 21.17
MK Europe/Skopje
  Skopje 41.99 21.43 스코페
AL Europe/Tirane
  Tirana 41.33 19.82 티라나
GR Europe/Athens
  Athens 37.98 23.73 아테네, Athína
  Thessaloniki 40.64 22.94 테살로니키
  Ioannina 39.66 20.85
  Heraklion 35.34 25.14
  Rhodes 36.43 28.22
BG Europe/Sofia
  Sofia 42.70 23.32 소피아
  Plovdiv 42.14 24.75
  Varna 43.21 27.91
RO Europe/Bucharest
  Bucharest 44.43 26.10 부쿠레슈티, București
  Cluj-Napoca 46.77 23.59
  Timișoara 45.75 21.23
  Iași 47.16 27.59
  Oradea 47.05 21.92
MD Europe/Chisinau
  Chișinău 47.01 28.86 키시나우
UA Europe/Kyiv
  *Kyiv 50.45 30.52 키이우, 키예프, Kiev
  Kharkiv 49.99 36.23 하르키우
  Odesa 46.48 30.73 오데사, Odessa
  Dnipro 48.46 35.05
  Lviv 49.84 24.03 리비우
  Uzhhorod 48.62 22.29
  Chernihiv 51.50 31.29
UA Europe/Simferopol
  Simferopol 44.95 34.10
BY Europe/Minsk
  Minsk 53.90 27.57 민스크
  Brest 52.10 23.70
  Gomel 52.43 30.98
RU Europe/Kaliningrad
  Kaliningrad 54.71 20.51 칼리닌그라드
RU Europe/Moscow
  *Moscow 55.76 37.62 모스크바
  Saint Petersburg 59.94 30.31 상트페테르부르크, St Petersburg
  Murmansk 68.97 33.08
  Smolensk 54.78 32.05
  Voronezh 51.66 39.20
  Nizhny Novgorod 56.33 44.00
  Kazan 55.79 49.12 카잔
  Rostov-on-Don 47.24 39.70
  Krasnodar 45.04 38.98
  Sochi 43.60 39.73 소치
  Makhachkala 42.98 47.50
  Arkhangelsk 64.54 40.54
  Syktyvkar 61.67 50.81
RU Europe/Kirov
  Kirov 58.60 49.66
RU Europe/Volgograd
  Volgograd 48.71 44.51
RU Europe/Saratov
  Saratov 51.53 46.03
RU Europe/Samara
  Samara 53.20 50.15 사마라
  Izhevsk 56.85 53.20
RU Europe/Ulyanovsk
  Ulyanovsk 54.32 48.40
RU Europe/Astrakhan
  Astrakhan 46.35 48.04
`

// Cities of Australia and the Pacific. How to read it: place.ts.

export const oceania = `
AU Australia/Sydney
  *Sydney -33.87 151.21 시드니
  Canberra -35.28 149.13 캔버라
  Newcastle -32.93 151.78
  Coffs Harbour -30.30 153.11
  Lismore -28.81 153.28
  Tamworth -31.09 150.93
  Dubbo -32.25 148.60
  Bourke -30.09 145.94
  Albury -36.08 146.92
AU Australia/Broken_Hill
  Broken Hill -31.95 141.46
AU Australia/Melbourne
  *Melbourne -37.81 144.96 멜버른
  Geelong -38.15 144.36
  Mildura -34.19 142.16
AU Australia/Hobart
  Hobart -42.88 147.33 호바트
  Launceston -41.44 147.14
AU Australia/Brisbane
  *Brisbane -27.47 153.03 브리즈번
  Gold Coast -28.02 153.40 골드코스트
  Toowoomba -27.56 151.95
  Rockhampton -23.38 150.51
  Townsville -19.26 146.82
  Cairns -16.92 145.77 케언스
  Mount Isa -20.73 139.49
  Longreach -23.44 144.25
AU Australia/Lindeman
  Hamilton Island -20.35 148.96
AU Australia/Adelaide
  *Adelaide -34.93 138.60 애들레이드
  Port Augusta -32.49 137.77
  Mount Gambier -37.83 140.78
  Coober Pedy -29.01 134.75
  Ceduna -32.13 133.67
AU Australia/Darwin
  Darwin -12.46 130.84 다윈
  Alice Springs -23.70 133.88
  Katherine -14.46 132.26
AU Australia/Perth
  *Perth -31.95 115.86 퍼스
  Kalgoorlie -30.75 121.47
  Broome -17.96 122.24
  Port Hedland -20.31 118.58
  Kununurra -15.77 128.74
AU Australia/Eucla
  Eucla -31.68 128.88
AU Australia/Lord_Howe
  Lord Howe Island -31.55 159.08
NZ Pacific/Auckland
  *Auckland -36.85 174.76 오클랜드
  Wellington -41.29 174.78 웰링턴
  Christchurch -43.53 172.64 크라이스트처치
  Queenstown -45.03 168.66
  Dunedin -45.88 170.50
NZ Pacific/Chatham
  Waitangi -43.95 -176.56 Chatham Islands
NF Pacific/Norfolk
  Kingston, Norfolk Island -29.06 167.96 Norfolk Island
PG Pacific/Port_Moresby
  Port Moresby -9.44 147.18 포트모르즈비
  Lae -6.72 147.00
PG Pacific/Bougainville
  Arawa -6.23 155.57 Bougainville
SB Pacific/Guadalcanal
  Honiara -9.43 159.96
VU Pacific/Efate
  Port Vila -17.73 168.32
NC Pacific/Noumea
  Nouméa -22.27 166.44 누메아
FJ Pacific/Fiji
  *Suva -18.14 178.44 피지, Fiji
  Nadi -17.80 177.42
TO Pacific/Tongatapu
  Nukuʻalofa -21.14 -175.20 통가, Tonga
WS Pacific/Apia
  Apia -13.83 -171.77 사모아, Samoa
AS Pacific/Pago_Pago
  Pago Pago -14.28 -170.70
TK Pacific/Fakaofo
  Fakaofo -9.38 -171.25
TV Pacific/Funafuti
  Funafuti -8.52 179.20
WF Pacific/Wallis
  Mata-Utu -13.28 -176.18
NU Pacific/Niue
  Alofi -19.06 -169.92
CK Pacific/Rarotonga
  Avarua -21.21 -159.78
PF Pacific/Tahiti
  Papeete -17.54 -149.57 타히티, Tahiti
PF Pacific/Marquesas
  Taiohae -8.91 -140.10
PF Pacific/Gambier
  Rikitea -23.12 -134.97
PN Pacific/Pitcairn
  Adamstown -25.07 -130.10
KI Pacific/Tarawa
  Tarawa 1.33 172.98
KI Pacific/Kanton
  Kanton -2.81 -171.68
KI Pacific/Kiritimati
  Kiritimati 1.87 -157.43
NR Pacific/Nauru
  Yaren -0.55 166.92
MH Pacific/Majuro
  Majuro 7.09 171.38
MH Pacific/Kwajalein
  Kwajalein 8.72 167.73
FM Pacific/Chuuk
  Weno 7.45 151.85
FM Pacific/Pohnpei
  Kolonia 6.96 158.21
FM Pacific/Kosrae
  Tofol 5.32 163.01
PW Pacific/Palau
  Koror 7.34 134.48 팔라우
GU Pacific/Guam
  Hagåtña 13.47 144.75 괌, Guam
MP Pacific/Saipan
  Saipan 15.18 145.75 사이판
US Pacific/Honolulu
  *Honolulu 21.31 -157.86 호놀룰루, 하와이, Hawaii
  Hilo 19.71 -155.09
US Pacific/Wake
  Wake Island 19.28 166.65
US Pacific/Midway
  Midway 28.21 -177.38
CX Indian/Christmas
  Flying Fish Cove -10.43 105.68
CC Indian/Cocos
  West Island -12.19 96.83
AQ Antarctica/McMurdo
  McMurdo Station -77.85 166.67
  Amundsen-Scott Station -90.00 0.00 South Pole
AQ Antarctica/Palmer
  Palmer Station -64.77 -64.05
AQ Antarctica/Vostok
  Vostok Station -78.46 106.84
AQ Antarctica/Casey
  Casey Station -66.28 110.53
AQ Antarctica/Davis
  Davis Station -68.58 77.97
AQ Antarctica/Mawson
  Mawson Station -67.60 62.87
AQ Antarctica/Syowa
  Syowa Station -69.01 39.59
AQ Antarctica/DumontDUrville
  Dumont d'Urville -66.66 140.00
AQ Antarctica/Rothera
  Rothera -67.57 -68.13
IO Indian/Chagos
  Diego Garcia -7.31 72.41
TF Indian/Kerguelen
  Port-aux-Français -49.35 70.22
AU Antarctica/Macquarie
  Macquarie Island -54.50 158.94
AQ Antarctica/Troll
  Troll Station -72.01 2.53
`

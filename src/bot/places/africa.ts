// Cities of Africa and the islands around it. How to read it: place.ts.

export const africa = `
EG Africa/Cairo
  *Cairo 30.04 31.24 카이로
  Alexandria 31.20 29.92
  Luxor 25.69 32.64
  Aswan 24.09 32.90
  Sharm el-Sheikh 27.92 34.33
  Marsa Matruh 31.35 27.25
LY Africa/Tripoli
  Tripoli 32.89 13.19 트리폴리
  Benghazi 32.12 20.07
  Sabha 27.04 14.43
TN Africa/Tunis
  Tunis 36.81 10.18 튀니스
  Sfax 34.74 10.76
DZ Africa/Algiers
  Algiers 36.75 3.06 알제
  Oran 35.70 -0.63
  Constantine 36.37 6.61
  Tlemcen 34.88 -1.31
  Tamanrasset 22.79 5.52
MA Africa/Casablanca
  *Casablanca 33.57 -7.59 카사블랑카
  Rabat 34.02 -6.83 라바트
  Marrakesh 31.63 -7.99 마라케시
  Tangier 35.76 -5.83
  Fez 34.03 -5.00
  Oujda 34.68 -1.91
  Agadir 30.42 -9.60
EH Africa/El_Aaiun
  Laayoune 27.15 -13.20
MR Africa/Nouakchott
  Nouakchott 18.08 -15.98
SN Africa/Dakar
  Dakar 14.72 -17.47 다카르
GM Africa/Banjul
  Banjul 13.45 -16.58
GW Africa/Bissau
  Bissau 11.86 -15.60
GN Africa/Conakry
  Conakry 9.64 -13.58
SL Africa/Freetown
  Freetown 8.48 -13.23
LR Africa/Monrovia
  Monrovia 6.30 -10.80
CI Africa/Abidjan
  Abidjan 5.36 -4.01 아비장
GH Africa/Accra
  Accra 5.60 -0.19 아크라
  Kumasi 6.69 -1.62
  Tamale 9.40 -0.84
TG Africa/Lome
  Lomé 6.13 1.22
BJ Africa/Porto-Novo
  Cotonou 6.37 2.39
  Parakou 9.34 2.63
BF Africa/Ouagadougou
  Ouagadougou 12.37 -1.52
ML Africa/Bamako
  Bamako 12.64 -8.00
  Timbuktu 16.77 -3.01
  Gao 16.27 -0.04
NE Africa/Niamey
  Niamey 13.51 2.11
  Agadez 16.97 7.99
  Zinder 13.81 8.99
NG Africa/Lagos
  *Lagos 6.52 3.38 라고스
  Abuja 9.06 7.49 아부자
  Kano 12.00 8.52
  Ibadan 7.38 3.95
  Port Harcourt 4.82 7.05
  Maiduguri 11.85 13.16
CM Africa/Douala
  Douala 4.05 9.77
  Yaoundé 3.85 11.50
TD Africa/Ndjamena
  N'Djamena 12.13 15.06
  Abéché 13.83 20.83
CF Africa/Bangui
  Bangui 4.39 18.56
GQ Africa/Malabo
  Malabo 3.75 8.78
ST Africa/Sao_Tome
  São Tomé 0.34 6.73
GA Africa/Libreville
  Libreville 0.42 9.47
CG Africa/Brazzaville
  Brazzaville -4.26 15.24
  Pointe-Noire -4.78 11.86
CD Africa/Kinshasa
  Kinshasa -4.44 15.27 킨샤사
  Mbandaka 0.05 18.26
CD Africa/Lubumbashi
  Lubumbashi -11.66 27.48
  Kisangani 0.52 25.20
  Goma -1.68 29.22
  Kananga -5.90 22.42
AO Africa/Luanda
  Luanda -8.84 13.23 루안다
  Huambo -12.78 15.74
  Lubango -14.92 13.49
ZM Africa/Lusaka
  Lusaka -15.39 28.32
  Livingstone -17.85 25.85
ZW Africa/Harare
  Harare -17.83 31.05
  Bulawayo -20.15 28.58
MW Africa/Blantyre
  Lilongwe -13.96 33.79
  Blantyre -15.79 35.01
MZ Africa/Maputo
  Maputo -25.97 32.57
  Beira -19.84 34.84
  Nampula -15.12 39.27
BW Africa/Gaborone
  Gaborone -24.63 25.92
  Maun -19.98 23.42
NA Africa/Windhoek
  Windhoek -22.56 17.08
  Oshakati -17.79 15.70
ZA Africa/Johannesburg
  *Johannesburg -26.20 28.05 요하네스버그, Pretoria
  Cape Town -33.92 18.42 케이프타운
  Durban -29.86 31.02 더반
  Port Elizabeth -33.96 25.60 Gqeberha
  Bloemfontein -29.09 26.16
  Upington -28.45 21.25
LS Africa/Maseru
  Maseru -29.31 27.48
SZ Africa/Mbabane
  Mbabane -26.31 31.14
SD Africa/Khartoum
  Khartoum 15.50 32.56
  Port Sudan 19.62 37.22
  El Fasher 13.63 25.35
SS Africa/Juba
  Juba 4.85 31.58
  Wau 7.70 28.00
ER Africa/Asmara
  Asmara 15.32 38.93
DJ Africa/Djibouti
  Djibouti 11.59 43.15
ET Africa/Addis_Ababa
  *Addis Ababa 9.03 38.74 아디스아바바
  Dire Dawa 9.60 41.85
SO Africa/Mogadishu
  Mogadishu 2.05 45.32
  Hargeisa 9.56 44.07
KE Africa/Nairobi
  *Nairobi -1.29 36.82 나이로비
  Mombasa -4.04 39.67
  Kisumu -0.09 34.77
UG Africa/Kampala
  Kampala 0.35 32.58 캄팔라
RW Africa/Kigali
  Kigali -1.94 30.06 키갈리
BI Africa/Bujumbura
  Bujumbura -3.36 29.36
TZ Africa/Dar_es_Salaam
  Dar es Salaam -6.79 39.21 다르에스살람
  Dodoma -6.16 35.75
  Arusha -3.39 36.68
  Mwanza -2.52 32.90
  Kigoma -4.88 29.63
MG Indian/Antananarivo
  Antananarivo -18.88 47.51
  Toliara -23.35 43.67
KM Indian/Comoro
  Moroni -11.70 43.26
YT Indian/Mayotte
  Mamoudzou -12.78 45.23
SC Indian/Mahe
  Victoria -4.62 55.45 세이셸, Seychelles
MU Indian/Mauritius
  Port Louis -20.16 57.50 모리셔스, Mauritius
RE Indian/Reunion
  Saint-Denis -20.88 55.45 Réunion
CV Atlantic/Cape_Verde
  Praia 14.93 -23.51 카보베르데
SH Atlantic/St_Helena
  Jamestown -15.92 -5.72
`

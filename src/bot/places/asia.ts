// Cities of Asia. How to read it: place.ts.

export const asia = `
KR Asia/Seoul
  *Seoul 37.57 126.98 서울, 서울특별시
  Busan 35.18 129.08 부산, Pusan
  Daegu 35.87 128.60 대구
  Incheon 37.46 126.71 인천
  Gwangju 35.16 126.85 광주
  Daejeon 36.35 127.38 대전
  Gangneung 37.75 128.88 강릉
  Jeju 33.50 126.53 제주
KP Asia/Pyongyang
  Pyongyang 39.03 125.75 평양
  Hamhung 39.92 127.54 함흥
JP Asia/Tokyo
  *Tokyo 35.68 139.69 도쿄, 동경
  Osaka 34.69 135.50 오사카, 교토, Kyoto, Kobe
  Nagoya 35.18 136.91 나고야
  Fukuoka 33.59 130.40 후쿠오카
  Hiroshima 34.39 132.46 히로시마
  Sendai 38.27 140.87 센다이
  Sapporo 43.06 141.35 삿포로
  Kushiro 42.98 144.38 구시로
  Naha 26.21 127.68 오키나와, Okinawa
  Ishigaki 24.34 124.16 이시가키
CN Asia/Shanghai
  *Shanghai 31.23 121.47 상하이, 상해
  *Beijing 39.90 116.41 베이징, 북경, Peking
  Guangzhou 23.13 113.26 광저우, Canton
  Chengdu 30.57 104.07 청두
  Chongqing 29.56 106.55 충칭
  Wuhan 30.59 114.31 우한
  Xi'an 34.34 108.94 시안
  Harbin 45.80 126.53 하얼빈
  Shenyang 41.80 123.43 선양
  Dalian 38.91 121.61 다롄
  Dandong 40.13 124.38 단둥
  Yanji 42.90 129.51 옌지, 연길
  Qingdao 36.07 120.38 칭다오
  Kunming 25.04 102.72 쿤밍
  Nanning 22.82 108.32 난닝
  Jinghong 22.01 100.80
  Xiamen 24.48 118.09 샤먼
  Haikou 20.04 110.34 하이커우
  Lanzhou 36.06 103.83 란저우
  Hohhot 40.84 111.75 후허하오터
  Hailar 49.21 119.74
  Heihe 50.24 127.53
  Lhasa 29.65 91.17 라싸
  Xigaze 29.27 88.88
CN Asia/Urumqi
  Urumqi 43.83 87.62 우루무치
  Kashgar 39.47 75.99 카슈가르
HK Asia/Hong_Kong
  *Hong Kong 22.32 114.17 홍콩
MO Asia/Macau
  Macau 22.20 113.54 마카오, Macao
TW Asia/Taipei
  Taipei 25.03 121.57 타이베이, 대만, Taiwan
  Kaohsiung 22.63 120.30 가오슝
MN Asia/Ulaanbaatar
  Ulaanbaatar 47.92 106.92 울란바토르
  Choibalsan 48.07 114.53 초이발산
MN Asia/Hovd
  Hovd 48.01 91.64 호브드
PH Asia/Manila
  *Manila 14.60 120.98 마닐라
  Cebu 10.32 123.89 세부
  Davao 7.19 125.46 다바오
VN Asia/Ho_Chi_Minh
  Ho Chi Minh City 10.82 106.63 호치민, 호찌민, Saigon, 사이공
  Hanoi 21.03 105.85 하노이
  Da Nang 16.05 108.20 다낭
LA Asia/Vientiane
  Vientiane 17.98 102.63 비엔티안
  Luang Prabang 19.89 102.14 루앙프라방
KH Asia/Phnom_Penh
  Phnom Penh 11.56 104.92 프놈펜
  Siem Reap 13.36 103.86 씨엠립
TH Asia/Bangkok
  *Bangkok 13.76 100.50 방콕
  Chiang Mai 18.79 98.99 치앙마이
  Phuket 7.88 98.39 푸껫, 푸켓
  Udon Thani 17.41 102.79
  Hat Yai 7.01 100.47
MM Asia/Yangon
  Yangon 16.87 96.20 양곤, Rangoon
  Mandalay 21.96 96.09 만달레이
MY Asia/Kuala_Lumpur
  Kuala Lumpur 3.14 101.69 쿠알라룸푸르
  Penang 5.41 100.33 페낭
  Johor Bahru 1.51 103.72 조호르바루
MY Asia/Kuching
  Kuching 1.55 110.34 쿠칭
  Kota Kinabalu 5.98 116.07 코타키나발루
SG Asia/Singapore
  *Singapore 1.33 103.83 싱가포르, 싱가폴
BN Asia/Brunei
  Bandar Seri Begawan 4.90 114.94 브루나이, Brunei
ID Asia/Jakarta
  *Jakarta -6.21 106.85 자카르타
  Bandung -6.92 107.61 반둥
  Surabaya -7.26 112.75 수라바야
  Medan 3.60 98.67 메단
  Palembang -2.98 104.76
  Banda Aceh 5.55 95.32
ID Asia/Pontianak
  Pontianak -0.03 109.34
ID Asia/Makassar
  Denpasar -8.65 115.22 발리, Bali, 덴파사르
  Makassar -5.15 119.43 마카사르
  Balikpapan -1.27 116.83
  Manado 1.49 124.84
  Kupang -10.17 123.61
ID Asia/Jayapura
  Jayapura -2.53 140.72 자야푸라
  Ambon -3.70 128.18
  Sorong -0.88 131.26
TL Asia/Dili
  Dili -8.56 125.57 딜리
IN Asia/Kolkata
  *Delhi 28.61 77.21 델리, 뉴델리, New Delhi
  *Mumbai 19.08 72.88 뭄바이, Bombay
  Bengaluru 12.97 77.59 벵갈루루, 방갈로르, Bangalore
  Chennai 13.08 80.27 첸나이, Madras
  Hyderabad 17.39 78.49 하이데라바드
  Kolkata 22.57 88.36 콜카타, Calcutta
  Ahmedabad 23.02 72.57
  Jaipur 26.91 75.79
  Jodhpur 26.24 73.02
  Lucknow 26.85 80.95
  Nagpur 21.15 79.09
  Guwahati 26.14 91.74
  Imphal 24.82 93.94
  Kochi 9.93 76.27
  Amritsar 31.63 74.87
  Srinagar 34.08 74.80
  Leh 34.16 77.58
  Gorakhpur 26.76 83.37
  Port Blair 11.62 92.73
LK Asia/Colombo
  Colombo 6.93 79.86 콜롬보
  Jaffna 9.66 80.02
MV Indian/Maldives
  Malé 4.18 73.51 몰디브, 말레, Maldives
NP Asia/Kathmandu
  Kathmandu 27.72 85.32 카트만두
  Pokhara 28.21 83.99 포카라
  Nepalgunj 28.05 81.62
  Biratnagar 26.45 87.27
BT Asia/Thimphu
  Thimphu 27.47 89.64 팀푸
BD Asia/Dhaka
  *Dhaka 23.81 90.41 다카
  Chittagong 22.36 91.78 Chattogram
  Sylhet 24.90 91.87
  Rajshahi 24.37 88.60
  Khulna 22.85 89.54
PK Asia/Karachi
  *Karachi 24.86 67.01 카라치
  Lahore 31.55 74.34 라호르
  Islamabad 33.68 73.05 이슬라마바드
  Quetta 30.18 66.98
  Peshawar 34.02 71.52
  Multan 30.16 71.52
  Gwadar 25.12 62.33
AF Asia/Kabul
  Kabul 34.56 69.21 카불
  Kandahar 31.62 65.71
  Herat 34.35 62.20
  Mazar-i-Sharif 36.71 67.11
IR Asia/Tehran
  *Tehran 35.69 51.39 테헤란
  Mashhad 36.26 59.62
  Isfahan 32.65 51.67
  Tabriz 38.08 46.29
  Shiraz 29.59 52.58
  Ahvaz 31.32 48.67
  Zahedan 29.50 60.86
  Bandar Abbas 27.19 56.28
UZ Asia/Tashkent
  Tashkent 41.30 69.24 타슈켄트
UZ Asia/Samarkand
  Samarkand 39.65 66.96 사마르칸트
  Nukus 42.46 59.62
KG Asia/Bishkek
  Bishkek 42.87 74.59 비슈케크
  Osh 40.53 72.80
TJ Asia/Dushanbe
  Dushanbe 38.56 68.79 두샨베
  Khujand 40.28 69.62
TM Asia/Ashgabat
  Ashgabat 37.96 58.33 아시가바트
  Turkmenbashi 40.02 52.96
KZ Asia/Almaty
  Almaty 43.24 76.89 알마티
  Astana 51.17 71.45 아스타나
  Karaganda 49.80 73.10
  Shymkent 42.34 69.60
  Oskemen 49.95 82.61
KZ Asia/Qostanay
  Qostanay 53.21 63.63
KZ Asia/Aqtobe
  Aqtobe 50.28 57.17
KZ Asia/Atyrau
  Atyrau 47.11 51.92
KZ Asia/Aqtau
  Aqtau 43.65 51.17
KZ Asia/Oral
  Oral 51.23 51.37
KZ Asia/Qyzylorda
  Qyzylorda 44.85 65.51
GE Asia/Tbilisi
  Tbilisi 41.72 44.79 트빌리시
  Batumi 41.65 41.64
AM Asia/Yerevan
  Yerevan 40.18 44.51 예레반
AZ Asia/Baku
  Baku 40.41 49.87 바쿠
  Ganja 40.68 46.36
TR Europe/Istanbul
  *Istanbul 41.01 28.98 이스탄불
  Ankara 39.93 32.86 앙카라
  Izmir 38.42 27.14 이즈미르
  Antalya 36.90 30.71 안탈리아
  Adana 37.00 35.32
  Gaziantep 37.07 37.38
  Diyarbakir 37.91 40.24
  Van 38.50 43.38
  Trabzon 41.00 39.72
CY Asia/Nicosia
  Nicosia 35.17 33.36 니코시아
SY Asia/Damascus
  Damascus 33.51 36.28 다마스쿠스
  Aleppo 36.20 37.13
LB Asia/Beirut
  Beirut 33.89 35.50 베이루트
IL Asia/Jerusalem
  *Tel Aviv 32.09 34.78 텔아비브
  Jerusalem 31.77 35.21 예루살렘
  Haifa 32.79 34.99
  Eilat 29.56 34.95
PS Asia/Gaza
  Gaza 31.50 34.47
PS Asia/Hebron
  Ramallah 31.90 35.20
JO Asia/Amman
  Amman 31.95 35.93 암만
  Aqaba 29.53 35.01
IQ Asia/Baghdad
  Baghdad 33.31 44.37 바그다드
  Basra 30.51 47.78
  Erbil 36.19 44.01
  Mosul 36.34 43.13
KW Asia/Kuwait
  Kuwait City 29.38 47.99 쿠웨이트
SA Asia/Riyadh
  *Riyadh 24.71 46.68 리야드
  Jeddah 21.49 39.19 제다
  Dammam 26.43 50.10
  Medina 24.47 39.61
  Tabuk 28.38 36.57
  Abha 18.22 42.51
BH Asia/Bahrain
  Manama 26.23 50.59 바레인, Bahrain
QA Asia/Qatar
  Doha 25.29 51.53 도하
AE Asia/Dubai
  *Dubai 25.20 55.27 두바이
  Abu Dhabi 24.45 54.38 아부다비
OM Asia/Muscat
  Muscat 23.59 58.41 무스카트
  Salalah 17.02 54.09
YE Asia/Aden
  Sana'a 15.37 44.19 사나
  Aden 12.79 45.02
RU Asia/Yekaterinburg
  Yekaterinburg 56.84 60.61 예카테린부르크
  Chelyabinsk 55.16 61.40
  Ufa 54.74 55.97
  Perm 58.01 56.25
  Tyumen 57.15 65.53
  Salekhard 66.53 66.61
RU Asia/Omsk
  Omsk 54.99 73.37 옴스크
RU Asia/Novosibirsk
  Novosibirsk 55.03 82.92 노보시비르스크
RU Asia/Barnaul
  Barnaul 53.35 83.78
RU Asia/Tomsk
  Tomsk 56.50 84.97
RU Asia/Novokuznetsk
  Novokuznetsk 53.76 87.11
RU Asia/Krasnoyarsk
  Krasnoyarsk 56.01 92.87 크라스노야르스크
  Norilsk 69.35 88.20
RU Asia/Irkutsk
  Irkutsk 52.29 104.28 이르쿠츠크
  Ulan-Ude 51.83 107.58
RU Asia/Chita
  Chita 52.03 113.50
RU Asia/Yakutsk
  Yakutsk 62.03 129.73 야쿠츠크
  Blagoveshchensk 50.29 127.53
RU Asia/Khandyga
  Khandyga 62.66 135.60
RU Asia/Vladivostok
  Vladivostok 43.12 131.89 블라디보스토크
  Khabarovsk 48.48 135.07 하바롭스크
RU Asia/Ust-Nera
  Ust-Nera 64.57 143.20
RU Asia/Sakhalin
  Yuzhno-Sakhalinsk 46.96 142.73 사할린, Sakhalin
RU Asia/Magadan
  Magadan 59.56 150.80 마가단
RU Asia/Srednekolymsk
  Srednekolymsk 67.46 153.71
RU Asia/Kamchatka
  Petropavlovsk-Kamchatsky 53.02 158.65 캄차카
RU Asia/Anadyr
  Anadyr 64.73 177.51
`

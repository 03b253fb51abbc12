// Outlook and Exchange call zones by names of their own. The usual ones, and the place whose clocks they mean; for others the file
// itself says when the clocks change.

const names = `
Dateline Standard Time=Etc/GMT+12
UTC-11=Etc/GMT+11
Hawaiian Standard Time=Pacific/Honolulu
Alaskan Standard Time=America/Anchorage
Pacific Standard Time=America/Los_Angeles
Pacific Standard Time (Mexico)=America/Tijuana
US Mountain Standard Time=America/Phoenix
Mountain Standard Time=America/Denver
Mountain Standard Time (Mexico)=America/Mazatlan
Central America Standard Time=America/Guatemala
Central Standard Time=America/Chicago
Central Standard Time (Mexico)=America/Mexico_City
Canada Central Standard Time=America/Regina
SA Pacific Standard Time=America/Bogota
Eastern Standard Time=America/New_York
US Eastern Standard Time=America/Indianapolis
Venezuela Standard Time=America/Caracas
Paraguay Standard Time=America/Asuncion
Atlantic Standard Time=America/Halifax
SA Western Standard Time=America/La_Paz
Pacific SA Standard Time=America/Santiago
Newfoundland Standard Time=America/St_Johns
E. South America Standard Time=America/Sao_Paulo
SA Eastern Standard Time=America/Cayenne
Argentina Standard Time=America/Buenos_Aires
Greenland Standard Time=America/Godthab
Montevideo Standard Time=America/Montevideo
Azores Standard Time=Atlantic/Azores
Cape Verde Standard Time=Atlantic/Cape_Verde
UTC=UTC
GMT Standard Time=Europe/London
Greenwich Standard Time=Atlantic/Reykjavik
Morocco Standard Time=Africa/Casablanca
W. Europe Standard Time=Europe/Berlin
Central Europe Standard Time=Europe/Budapest
Romance Standard Time=Europe/Paris
Central European Standard Time=Europe/Warsaw
W. Central Africa Standard Time=Africa/Lagos
Jordan Standard Time=Asia/Amman
GTB Standard Time=Europe/Bucharest
Middle East Standard Time=Asia/Beirut
Egypt Standard Time=Africa/Cairo
E. Europe Standard Time=Europe/Chisinau
Syria Standard Time=Asia/Damascus
South Africa Standard Time=Africa/Johannesburg
FLE Standard Time=Europe/Kyiv
Israel Standard Time=Asia/Jerusalem
Turkey Standard Time=Europe/Istanbul
Kaliningrad Standard Time=Europe/Kaliningrad
Arabic Standard Time=Asia/Baghdad
Arab Standard Time=Asia/Riyadh
Belarus Standard Time=Europe/Minsk
Russian Standard Time=Europe/Moscow
E. Africa Standard Time=Africa/Nairobi
Iran Standard Time=Asia/Tehran
Arabian Standard Time=Asia/Dubai
Azerbaijan Standard Time=Asia/Baku
Georgian Standard Time=Asia/Tbilisi
Caucasus Standard Time=Asia/Yerevan
Afghanistan Standard Time=Asia/Kabul
West Asia Standard Time=Asia/Tashkent
Pakistan Standard Time=Asia/Karachi
India Standard Time=Asia/Kolkata
Sri Lanka Standard Time=Asia/Colombo
Nepal Standard Time=Asia/Kathmandu
Central Asia Standard Time=Asia/Almaty
Bangladesh Standard Time=Asia/Dhaka
Myanmar Standard Time=Asia/Yangon
SE Asia Standard Time=Asia/Bangkok
China Standard Time=Asia/Shanghai
Singapore Standard Time=Asia/Singapore
W. Australia Standard Time=Australia/Perth
Taipei Standard Time=Asia/Taipei
Tokyo Standard Time=Asia/Tokyo
Korea Standard Time=Asia/Seoul
Cen. Australia Standard Time=Australia/Adelaide
AUS Central Standard Time=Australia/Darwin
E. Australia Standard Time=Australia/Brisbane
AUS Eastern Standard Time=Australia/Sydney
West Pacific Standard Time=Pacific/Port_Moresby
Tasmania Standard Time=Australia/Hobart
Vladivostok Standard Time=Asia/Vladivostok
New Zealand Standard Time=Pacific/Auckland
Fiji Standard Time=Pacific/Fiji
Tonga Standard Time=Pacific/Tongatapu
Samoa Standard Time=Pacific/Apia
`

const zones = new Map(
  names
    .trim()
    .split('\n')
    .map((line) => line.split('=') as [string, string])
    .map(([name, zone]) => [name.toLowerCase(), zone]),
)

export function windowsZone(name: string): string | undefined {
  return zones.get(name.toLowerCase())
}

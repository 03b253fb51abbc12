// What no request of Belfry's may reach, in every spelling that somebody might try.

/** Hosts that must not be reached; each is tried with http and https, and with plain http allowed. */
export const literals = [
  // loopback, in every spelling of IPv4
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7F.1',
    '0177.0.0.1',
    '017700000001',
  ],
  ...[
    '0x7f.0.0.1',
    '0177.0x0.0.1',
    '127.0.0.01',
    '0000177.0.0.1',
    '127.255.255.254',
    '127.000.000.001',
    '0x7f.0x00.0x00.0x01',
  ],
  ...['１２７.0.0.1', '１２７。０。０。１', '①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127｡0｡0｡1', '0x7f.1.'],
  // this machine, private, shared, link-local, metadata
  ...['0', '0.0.0.0', '0x0', '00', '0.1.2.3', '10.0.0.1', '10.255.255.255', '167772161', '0xa.1', '012.1.1.1', '10.1'],
  ...[
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.1',
    '3232235521',
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
  ],
  ...[
    '169.254.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '168.63.129.16',
  ],
  // reserved, for documentation and benchmarks, multicast, broadcast
  ...['192.0.0.192', '192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '198.19.255.255', '192.88.99.1'],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '4294967295', '0xffffffff'],
  // IPv6: unspecified, loopback, local, multicast, documentation, reserved
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[0::1]', '[::0001]'],
  ...[
    '[fe80::1]',
    '[FE80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[FD12:3456::1]',
    '[ff02::1]',
  ],
  ...['[2001:db8::1]', '[3fff::1]', '[2001:2::1]', '[2001:10::1]', '[100::1]', '[5f00::1]', '[4000::1]', '[200::1]'],
  // IPv6 with an IPv4 address inside: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP
  ...[
    '[::ffff:127.0.0.1]',
    '[::FFFF:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:8.8.8.8]',
  ],
  ...[
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a00:1]',
    '[64:ff9b:1::7f00:1]',
  ],
  ...['[2002:7f00:1::]', '[2002:a00:1::1]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[2001::1]'],
  ...['[2a00:1450::5efe:127.0.0.1]', '[2a00:1450::200:5efe:10.0.0.1]'],
  // what the parser of URLs leaves, or refuses
  ...[
    '[fe80::1%eth0]',
    '[fe80::1%25eth0]',
    '[::1%251]',
    '127.0.0.1..',
    '1.2.3.4.5',
    '256.1.1.1',
    '127.0.0.1%00',
    '127.0.0.0x1g',
  ],
  ...['example..com', '-example.com', 'exa mple.com', 'a'.repeat(64), '', '.', '..', '[::1', '127.0.0.1\\@example.com'],
]

/** Names that are not looked up. */
export const names = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'foo.localhost',
    'printer.local',
    'metadata.google.internal',
    'db.internal.',
  ],
  ...[
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'router.lan',
    'gw.home.arpa',
    'home.arpa',
    'intranet',
    'wiki.corp',
    'kubernetes',
    'host.localdomain',
  ],
]

/** URLs that lead nowhere, or have something in them that no target has. */
export const urls = [
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://:secret@example.com/',
  'https://example.com:0/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:6667/',
  'https://example.com:65536/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,hello',
  'unix:/run/docker.sock',
  '//example.com/',
  'example.com',
  'https://exam\nple.com/',
  'https://example.com/\r\nx: y',
  'https:\\\\example.com\\',
  'https://exa\u0000mple.com/',
  ' https://example.com/',
  '',
]

/** Passwords that an attacker tries first, in lower case: from all lists of leaked passwords, and words of Portugal and the trade. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  00000000 0987654321 11111111 11223344 112233445566 123123123 123321123 12341234 12345678 123456789 1234567890
  123456789012 12345678910 123654789 147258369 159753159 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc
  789456123 87654321 987654321 a1234567 a12345678 a1b2c3d4 aa123456 abc12345 abcd1234 abcdefgh abcdefghi
  admin123 admin1234 admin12345 admin123456 adminadmin administrador administrator amo-te-muito amoteamo
  asdfghjk asdfghjkl barcelona baseball batman123 bem-vindo bemvindo bemvindo1 bemvindo123 benfica1 benfica123
  benfica1904 bolt1234 changeme changeme123 chelsea1 computer corvette cristiano7 cristianoronaldo default1
  dragon123 esperanca euteamo1 exemplo1 exemplo123 familia1 familia123 fcporto1 fcporto1893 felicidade football
  iloveyou iloveyou1 internet jennifer juventus letmein1 letmein123 liberdade lisboa123 lisboa2024 lisboa2025
  lisboa2026 liverpool mercedes michelle minhasenha monkey123 motorista motorista1 motorista123 mudar123
  mudar1234 p@ssw0rd p@ssword palavra-passe palavrachave palavrapasse passw0rd password password1 password12
  password123 password1234 pokemon1 portofcp1893 portugal portugal1 portugal123 portugal2024 portugal2025
  portugal2026 princess q1w2e3r4 q1w2e3r4t5 qazwsxedc qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop
  ronaldo7 samsung1 saudade1 saudade123 secret123 senha123 senha1234 senha12345 slbenfica sporting sporting1
  sporting123 sporting1906 sportingcp starwars sunshine superman taxista1 teamo123 test1234 teste123 teste1234
  testeteste testtest trustno1 tvde1234 tvdetvde uber1234 uberbolt uberuber volante1 volante123 volante1234
  volante2026 welcome1 welcome123 whatever zaq12wsx zxcvbnm1
`
    .trim()
    .split(/\s+/),
)

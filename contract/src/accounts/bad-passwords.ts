/** Known bad passwords: common guesses, and words that are popular at German schools. All are in lower case with `ae` for `ä`. */

/** Words that do not make a password strong, even combined with each other, digits and punctuation. */
export const BAD_WORDS: readonly string[] = `
password passwort kennwort passwd pass wort losung geheim geheimnis secret secure sicher sicherheit security login logon
anmeldung anmelden zugang konto account admin administrator root user benutzer gast guest test tester testing probe demo default
standard start willkommen welcome hallo hello servus moin letmein changeme aendern change temp temporaer neues neu new altes
mein meine my your dein deine das ist the is und and qwert qwertz qwerty asdf asdfg asdfgh asdfghjkl yxcv yxcvb yxcvbn zxcv
zxcvb zxcvbn qwer qayw qazw wsx abc abcd abcde abcdef abcdefg xyz aaa bbb schule school lehrer lehrerin lehrkraft teacher
schueler student pupil klasse class unterricht lesson bildung education mathe mathematik deutsch englisch physik chemie biologie
geschichte sport musik kunst gymnasium realschule grundschule gesamtschule hauptschule universitaet medien media medienzentrum
mediathek portal fundus bibliothek library kreide tafel pause ferien zeugnis abitur rektor direktor sekretariat montag dienstag
mittwoch donnerstag freitag samstag sonntag monday tuesday wednesday thursday friday saturday sunday januar februar maerz april
mai juni juli august september oktober november dezember january february march may june july october december fruehling sommer
herbst winter spring summer autumn fall season berlin hamburg muenchen koeln frankfurt stuttgart duesseldorf dresden leipzig
hannover nuernberg bremen bayern hessen sachsen deutschland germany austria schweiz europa europe schalke borussia dortmund
fcbayern bayernmuenchen werder hsv fussball football soccer baseball basketball hockey tennis liebe love schatz schatzi engel
angel baby honey sweetheart princess prinzessin prinz sunshine sonne sonnenschein mond stern sterne star blume blumen rose
flower schmetterling butterfly herz heart ichliebedich iloveyou lieblich maus maeuschen hase hasi baer teddy hund katze pferd
hundchen kaetzchen tiger loewe lion drache dragon monkey affe vogel fisch wolf adler eagle panda delfin dolphin mama papa mutter
vater mother father bruder schwester familie family oma opa kinder freunde friends freund freundin michael thomas andreas stefan
peter klaus hans martin daniel christian alexander sebastian markus matthias tobias florian julia anna maria sabine petra monika
claudia susanne nicole stefanie katharina laura lisa sarah lena leonie jonas lukas finn felix max paul emma mia jessica jennifer
ashley charlie jordan harley george robert joseph andrew hunter computer internet windows linux apple google microsoft android
facebook samsung nokia iphone macbook laptop server netzwerk network master shadow superman batman spiderman pokemon pikachu
starwars minecraft fortnite matrix mustang ferrari porsche mercedes bmw audi volkswagen golf opel corvette camaro yankees
cowboys steelers killer freedom freiheit trustno trustnoone whatever nothing nichts access zugriff phoenix ranger cookie cheese
banana orange chocolate schokolade kaffee coffee bier beer pizza spaghetti kartoffel apfel kirsche erdbeere gott jesus himmel
erde wasser feuer luft haus baum wald strand urlaub reise garten auto fahrrad motorrad gitarre klavier hammer super geil cool
krass egal keine ahnung passt leicht einfach simple easy blau rot gruen gelb schwarz weiss blue red green black white silver
silber gold diamond diamant eins zwei drei vier fuenf sechs sieben acht neun zehn one two three four five six seven eight nine
ten staff office buero praktikum azubi firma arbeit work projekt project
`
  .trim()
  .split(/\s+/);

/** Common long passwords, reduced to letters and digits. */
export const BAD_PASSWORDS: readonly string[] = `
123456789012 1234567890123 12345678901234 123456789101112 123123123123 111222333444 112233445566 147258369147 987654321098
000000000000 111111111111 121212121212 123321123321 123654789123 147852369147 159753159753 789456123789 qwertzuiop12
qwertyuiop12 qwertyuiop123 qwertzuiop123 1qaz2wsx3edc 1qay2wsx3edc zaq12wsxcde3 qazwsxedcrfv q1w2e3r4t5y6 q1w2e3r4t5z6
qweasdzxc123 qwe123qwe123 asdfghjkl123 asdf1234asdf 1234qwer1234 qwer1234qwer 1q2w3e4r5t6y 1q2w3e4r5t6z abc123abc123
abcd1234abcd a1b2c3d4e5f6 aa123456789a a123456789012 abc123456789 abcdef123456 123456abcdef 1234567890ab 123abc123abc
correcthorsebatterystaple thisismypassword dasistmeinpasswort meinpasswort123 ichliebedich123 iloveyou1234 iloveyouforever
ichliebedichso ichhassedich letmeinplease opensesame123 sesamoeffnedich unbelievable1 trustno1trustno1 mypassword123
newpassword1 neuespasswort1 password1234 passw0rd1234 passwort1234 p4ssw0rd1234 administrator administrator1 adminadmin12
rootrootroot testtesttest testpasswort geheimgeheim geheimnis123 superman1234 spiderman123 batman123456 pokemon12345
starwars1234 liverpool123 manchester123 barcelona123 realmadrid12 borussia1909 schalke04schalke04 bayernmuenchen
fcbayernmuenchen hertha189212 hamburgersv1887 deutschland1 deutschland123 weltmeister2014 weltmeister1990 fussballgott
chocolate123 butterfly123 sonnenschein sonnenschein1 sonnenblume1 schmetterling1 schmetterling schatzischatzi mausimausi12
hasenpfeffer computer1234 internet1234 microsoft123 windows12345 facebook1234 samsung12345 minecraft123 whateverwhatever
nothingnothing keinpasswort keineahnung1 weissichnicht wasweissich1 egalegalegal passwortvergessen ichhabeesvergessen
vergessen123 wirklichsicher ganzgeheim123 strenggeheim strenggeheim1 hallohallo12 hallowelt123 helloworld12 helloworld123
willkommen12 willkommen123 willkommen2024 willkommen2025 willkommen2026 lehrerzimmer lehrerzimmer1 klassenzimmer klassenzimmer1
klassenfahrt klassenarbeit hausaufgaben hausaufgaben1 sommerferien sommerferien1 sommerferien2026 weihnachten1 weihnachten123
weihnachtsmann osterhase123 geburtstag12 geburtstag123 abitur202612 schulleitung schulleitung1 medienzentrum medienzentrum1
grundschule1 realschule12 gymnasium123
`
  .trim()
  .split(/\s+/);

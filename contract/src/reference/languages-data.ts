/**
 * Language codes, one per line: `code|other codes|German name`. The code is ISO 639-1 if available, otherwise 639-2 (gsg: 639-3); other codes are
 * 639-2 T and B. The last four codes are specific to German media. Imported only by `languages.ts`.
 */
export const LANGUAGE_TABLE = `
aa|aar|Afar
ab|abk|Abchasisch
ace||Aceh
ach||Acholi
ada||Adangme
ady||Adygeisch
ae|ave|Avestisch
af|afr|Afrikaans
afa||Afro-Asiatische Sprachen
afh||Afrihili
ain||Ainu
ak|aka|Akan
akk||Akkadisch
ale||Aleutisch
alg||Algonkin-Sprachen
alt||Süd-Altaisch
am|amh|Amharisch
an|arg|Aragonesisch
ang||Altenglisch
anp||Angika
apa||Apache-Sprachen
ar|ara|Arabisch
arc||Aramäisch
arn||Mapudungun
arp||Arapaho
art||Künstliche Sprachen
arw||Arawak
as|asm|Assamesisch
ast||Asturisch
ath||Athapaskische Sprachen
aus||Australische Sprachen
av|ava|Awarisch
awa||Awadhi
ay|aym|Aymara
az|aze|Aserbaidschanisch
ba|bak|Baschkirisch
bad||Banda-Sprachen
bai||Bamileke-Sprachen
bal||Belutschisch
ban||Balinesisch
bas||Bassa
bat||Baltische Sprachen
be|bel|Belarussisch
bej||Bedauye
bem||Bemba
ber||Berbersprachen
bg|bul|Bulgarisch
bh|bih|Bihari-Sprachen
bho||Bhodschpuri
bi|bis|Bislama
bik||Bikol
bin||Bini
bla||Blackfoot
bm|bam|Bambara
bn|ben|Bengalisch
bnt||Bantusprachen
bo|bod,tib|Tibetisch
br|bre|Bretonisch
bra||Braj-Bhakha
bs|bos|Bosnisch
btk||Bataksprachen
bua||Burjatisch
bug||Buginesisch
byn||Blin
ca|cat|Katalanisch
cad||Caddo
cai||Indianersprachen (Zentralamerika)
car||Karibisch
cau||Kaukasische Sprachen
ce|che|Tschetschenisch
ceb||Cebuano
cel||Keltische Sprachen
ch|cha|Chamorro
chb||Chibcha
chg||Tschagataisch
chk||Chuukesisch
chm||Mari
chn||Chinook
cho||Choctaw
chp||Chipewyan
chr||Cherokee
chy||Cheyenne
cmc||Cham-Sprachen
cnr||Montenegrinisch
co|cos|Korsisch
cop||Koptisch
cpe||Kreolische und Pidgin-Sprachen, Englisch-basiert
cpf||Kreolische und Pidgin-Sprachen, Französisch-basiert
cpp||Kreolische und Pidgin-Sprachen, Portugiesisch-basiert
cr|cre|Cree
crh||Krimtatarisch
crp||Kreolische und Pidgin-Sprachen
cs|ces,cze|Tschechisch
csb||Kaschubisch
cu|chu|Kirchenslawisch
cus||Kuschitische Sprachen
cv|chv|Tschuwaschisch
cy|cym,wel|Walisisch
da|dan|Dänisch
dak||Dakota
dar||Darginisch
day||Dayak-Sprachen
de|deu,ger|Deutsch
del||Delaware
den||Slave
dgr||Dogrib
din||Dinka
doi||Dogri
dra||Dravidische Sprachen
dsb||Niedersorbisch
dua||Duala
dum||Mittelniederländisch
dv|div|Dhivehi
dyu||Dyula
dz|dzo|Dzongkha
ee|ewe|Ewe
efi||Efik
egy||Ägyptisch
eka||Ekajuk
el|ell,gre|Griechisch
elx||Elamisch
en|eng|Englisch
enm||Mittelenglisch
eo|epo|Esperanto
es|spa|Spanisch
et|est|Estnisch
eu|eus,baq|Baskisch
ewo||Ewondo
fa|fas,per|Persisch
fan||Pangwe
fat||Fante
ff|ful|Ful
fi|fin|Finnisch
fil||Filipino
fiu||Finno-ugrische Sprachen
fj|fij|Fidschi
fo|fao|Färöisch
fon||Fon
fr|fra,fre|Französisch
frm||Mittelfranzösisch
fro||Altfranzösisch
frr||Nordfriesisch
frs||Ostfriesisch
fur||Friaulisch
fy|fry|Westfriesisch
ga|gle|Irisch
gaa||Ga
gay||Gayo
gba||Gbaya
gd|gla|Gälisch (Schottland)
gem||Germanische Sprachen
gez||Geez
gil||Kiribatisch
gl|glg|Galicisch
gmh||Mittelhochdeutsch
gn|grn|Guaraní
goh||Althochdeutsch
gon||Gondi
gor||Mongondou
got||Gotisch
grb||Grebo
grc||Altgriechisch
gsg||Deutsche Gebärdensprache
gsw||Schweizerdeutsch
gu|guj|Gujarati
gv|glv|Manx
gwi||Kutchin
ha|hau|Haussa
hai||Haida
haw||Hawaiisch
he|heb|Hebräisch
hi|hin|Hindi
hil||Hiligaynon
him||Himachali-Sprachen
hit||Hethitisch
hmn||Miao
ho|hmo|Hiri-Motu
hr|hrv|Kroatisch
hsb||Obersorbisch
ht|hat|Haiti-Kreolisch
hu|hun|Ungarisch
hup||Hupa
hy|hye,arm|Armenisch
hz|her|Herero
ia|ina|Interlingua
iba||Iban
id|ind|Indonesisch
ie|ile|Interlingue
ig|ibo|Igbo
ii|iii|Yi
ijo||Ijo-Sprachen
ik|ipk|Inupiak
ilo||Ilokano
inc||Indische Sprachen
ine||Indoeuropäische Sprachen
inh||Inguschisch
io|ido|Ido
ira||Iranische Sprachen
iro||Irokesische Sprachen
is|isl,ice|Isländisch
it|ita|Italienisch
iu|iku|Inuktitut
ja|jpn|Japanisch
jbo||Lojban
jpr||Jüdisch-Persisch
jrb||Jüdisch-Arabisch
jv|jav|Javanisch
ka|kat,geo|Georgisch
kaa||Karakalpakisch
kab||Kabylisch
kac||Kachin
kam||Kamba
kar||Karen-Sprachen
kaw||Kawi
kbd||Kabardinisch
kg|kon|Kongolesisch
kha||Khasi
khi||Khoisan-Sprachen
kho||Sakisch
ki|kik|Kikuyu
kj|kua|Kwanyama
kk|kaz|Kasachisch
kl|kal|Grönländisch
km|khm|Khmer
kmb||Kimbundu
kn|kan|Kannada
ko|kor|Koreanisch
kok||Konkani
kos||Kosraeanisch
kpe||Kpelle
kr|kau|Kanuri
krc||Karatschaiisch-Balkarisch
krl||Karelisch
kro||Kru-Sprachen
kru||Oraon
ks|kas|Kaschmiri
ku|kur|Kurdisch
kum||Kumükisch
kut||Kutenai
kv|kom|Komi
kw|cor|Kornisch
ky|kir|Kirgisisch
la|lat|Latein
lad||Ladino
lah||Lahnda
lam||Lamba
lb|ltz|Luxemburgisch
lez||Lesgisch
lg|lug|Ganda
li|lim|Limburgisch
ln|lin|Lingala
lo|lao|Laotisch
lol||Mongo
loz||Lozi
lt|lit|Litauisch
lu|lub|Luba-Katanga
lua||Luba-Lulua
lui||Luiseno
lun||Lunda
luo||Luo
lus||Lushai
lv|lav|Lettisch
mad||Maduresisch
mag||Khotta
mai||Maithili
mak||Makassarisch
man||Malinke
map||Austronesische Sprachen
mas||Massai
mdf||Mokschanisch
mdr||Mandaresisch
men||Mende
mg|mlg|Malagasy
mga||Mittelirisch
mh|mah|Marschallesisch
mi|mri,mao|Māori
mic||Micmac
min||Minangkabau
mis||Nicht kodierte Sprachen
mk|mkd,mac|Mazedonisch
mkh||Mon-Khmer-Sprachen
ml|mal|Malayalam
mn|mon|Mongolisch
mnc||Mandschurisch
mni||Meithei
mno||Manobo-Sprachen
moh||Mohawk
mos||Mossi
mr|mar|Marathi
ms|msa,may|Malaiisch
mt|mlt|Maltesisch
mul||Mehrsprachig
mun||Munda-Sprachen
mus||Muskogee
mwl||Mirandesisch
mwr||Marwari
my|mya,bur|Birmanisch
myn||Maya-Sprachen
myv||Ersja-Mordwinisch
na|nau|Nauruisch
nah||Nahuatl-Sprachen
nai||Indianersprachen (Nordamerika)
nap||Neapolitanisch
nb|nob|Norwegisch (Bokmål)
nd|nde|Nord-Ndebele
nds||Niederdeutsch
ne|nep|Nepalesisch
new||Newari
ng|ndo|Ndonga
nia||Nias
nic||Nigerkordofanische Sprachen
niu||Niue
nl|nld,dut|Niederländisch
nn|nno|Norwegisch (Nynorsk)
no|nor|Norwegisch
nog||Nogai
non||Altnordisch
nqo||N’Ko
nr|nbl|Süd-Ndebele
nso||Nord-Sotho
nub||Nubische Sprachen
nv|nav|Navajo
nwc||Alt-Newari
ny|nya|Nyanja
nym||Nyamwezi
nyn||Nyankole
nyo||Nyoro
nzi||Nzima
oc|oci|Okzitanisch
oj|oji|Ojibwa
om|orm|Oromo
or|ori|Oriya
os|oss|Ossetisch
osa||Osage
ota||Osmanisch
oto||Otomí-Sprachen
pa|pan|Punjabi
paa||Papua-Sprachen
pag||Pangasinan
pal||Mittelpersisch
pam||Pampanggan
pap||Papiamento
pau||Palau
peo||Altpersisch
phi||Philippinische Sprachen
phn||Phönizisch
pi|pli|Pali
pl|pol|Polnisch
pon||Ponapeanisch
pra||Prakrit-Sprachen
pro||Altprovenzalisch
ps|pus|Paschtu
pt|por|Portugiesisch
qaa-qtz||Zum örtlichen Gebrauch reserviert
qu|que|Quechua
raj||Rajasthani
rap||Rapanui
rar||Rarotonganisch
rm|roh|Rätoromanisch
rn|run|Rundi
ro|ron,rum|Rumänisch
roa||Romanische Sprachen
rom||Romani
ru|rus|Russisch
rup||Aromunisch
rw|kin|Kinyarwanda
sa|san|Sanskrit
sad||Sandawe
sah||Jakutisch
sai||Indianersprachen (Südamerika)
sal||Salish-Sprachen
sam||Samaritanisch
sas||Sasak
sat||Santali
sc|srd|Sardisch
scn||Sizilianisch
sco||Schottisch
sd|snd|Sindhi
se|sme|Nordsamisch
sel||Selkupisch
sem||Semitische Sprachen
sg|sag|Sango
sga||Altirisch
sgn||Gebärdensprachen
shn||Schan
si|sin|Singhalesisch
sid||Sidamo
sio||Sioux-Sprachen
sit||Sino-tibetische Sprachen
sk|slk,slo|Slowakisch
sl|slv|Slowenisch
sla||Slawische Sprachen
sm|smo|Samoanisch
sma||Südsamisch
smi||Samische Sprachen
smj||Lule-Samisch
smn||Inari-Samisch
sms||Skolt-Samisch
sn|sna|Shona
snk||Soninke
so|som|Somali
sog||Sogdisch
son||Songhai-Sprachen
sq|sqi,alb|Albanisch
sr|srp|Serbisch
srn||Srananisch
srr||Serer
ss|ssw|Swazi
ssa||Nilosaharanische Sprachen
st|sot|Süd-Sotho
su|sun|Sundanesisch
suk||Sukuma
sus||Susu
sux||Sumerisch
sv|swe|Schwedisch
sw|swa|Suaheli
syc||Altsyrisch
syr||Syrisch
ta|tam|Tamil
tai||Tai-Sprachen
te|tel|Telugu
tem||Temne
ter||Tereno
tet||Tetum
tg|tgk|Tadschikisch
th|tha|Thailändisch
ti|tir|Tigrinya
tig||Tigre
tiv||Tiv
tk|tuk|Turkmenisch
tkl||Tokelauanisch
tl|tgl|Tagalog
tlh||Klingonisch
tli||Tlingit
tmh||Tamaseq
tn|tsn|Tswana
to|ton|Tongaisch
tog||Nyasa Tonga
tpi||Neumelanesisch
tr|tur|Türkisch
ts|tso|Tsonga
tsi||Tsimshian
tt|tat|Tatarisch
tum||Tumbuka
tup||Tupí-Sprachen
tut||Altaische Sprachen
tvl||Tuvaluisch
tw|twi|Twi
ty|tah|Tahitisch
tyv||Tuwinisch
udm||Udmurtisch
ug|uig|Uigurisch
uga||Ugaritisch
uk|ukr|Ukrainisch
umb||Umbundu
und||Unbestimmt
ur|urd|Urdu
uz|uzb|Usbekisch
vai||Vai
ve|ven|Venda
vi|vie|Vietnamesisch
vo|vol|Volapük
vot||Wotisch
wa|wln|Wallonisch
wak||Wakash-Sprachen
wal||Walamo
war||Waray
was||Washo
wen||Sorbische Sprachen
wo|wol|Wolof
xal||Kalmückisch
xh|xho|Xhosa
yao||Yao
yap||Yapesisch
yi|yid|Jiddisch
yo|yor|Yoruba
ypk||Yupik-Sprachen
za|zha|Zhuang
zap||Zapotekisch
zbl||Bliss-Symbole
zen||Zenaga
zgh||Tamazight
zh|zho,chi|Chinesisch
znd||Zande-Sprachen
zu|zul|Zulu
zun||Zuni
zxx||Keine Sprachinhalte
zza||Zaza
s1||Leichte Sprache
p1||Einfache Sprache
o1||Original mit Untertiteln
o2||Ohne Sprache
`;

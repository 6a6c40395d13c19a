/**
 * Everyday, curricular and library names of subjects, mapped to codes of the subject tree (fn_geb). Labels of the upper two levels of the tree are
 * added if they are unique. Used by imports only; too large for the client.
 */
import { MAIN_SUBJECTS } from './main-subjects.ts';
import { isSubject, SUBJECTS } from './subjects.ts';
import { normalizeText } from '../unicode.ts';

/** Codes, a colon, and their names in lower case, separated by `|`. A line with several codes separates them by blanks. */
const NAMES = `
020: arbeit, wirtschaft, technik|arbeitswelt|awt|polytechnik|polytechnischer unterricht|wirtschaft, arbeit, technik|arbeit, wirtschaft, technik, informatik
02002: berufsorientierung|berufliche orientierung|berufs- und studienorientierung|berufswahl|studium und beruf|beruf
040: berufsausbildung|ausbildung|career and technical education
04001: agrarwirtschaft|landwirtschaft|gartenbau|landwirtschaft, veterinärmedizin
0400807: ernährung
04002: bautechnik|architektur|architektur & garten
04003: mint|naturwissenschaft und technik|nwt
04005: mechatronik
04006: ernährung und hauswirtschaft
04008: pflege|gesundheit und pflege|gesundheitswesen
0401804: körperpflege
04013: rechnungswesen|bwl|betriebswirtschaft|betriebswirtschaftslehre|betriebswirtschaftslehre mit rechnungswesen|management|verwaltung|business and communication
0401305: marketing|werbung
040 46015: ingenieurwissenschaften und maschinenbau|ingenieurwissenschaften|maschinenbau
060: kunst|kunsterziehung|kunstunterricht|künste|bildende kunst allgemein|gestaltung|art|arts|visual arts|graphic arts|fine arts
080: bio|biologieunterricht|biowissenschaften|biology|life science
08001: allgemeine biologie
08007: ökologie
080 100 460: naturwissenschaften|naturwissenschaft|angewandte naturwissenschaften|chemie, physik, biologie|physical science|natural sciences|science
100: chemistry
120: muttersprache|deutschunterricht|german|germanistik
12001: literaturwissenschaft|rhetorik|literature|belletristik
1200107: kinderbuch|jugendbuch|kinder- und jugendbuch|kinderliteratur|jugendliteratur
12002: darstellendes spiel|theater|schultheater|theaterpädagogik|ds
12005: deutsch als zweitsprache|daz|deutsch als fremdsprache|daf|deutsch als zweit- / fremdsprache|deutsch als zweit- und fremdsprache|language education esl
140: vorschule|elementarbereich|elementarbildung|frühe bildung|kindergarten|vorschulerziehung|early childhood education
160: werte und normen|ethikunterricht|lebensgestaltung-ethik-religionskunde|ler|ethics
180: hobby
200: fremdsprache|sprachen|moderne fremdsprachen|fortgeführte fremdsprachen|languages|foreign languages
20001: english|englischunterricht|english language
20002: french|französischunterricht
20003: alt-griechisch|altgriechisch|neugriechisch|greek
20004: italian
20005: lateinisch|latin
20006: russian
20007: spanish
20008: turkish
20009: wendisch
20011: polish
20040: hebräisch|weitere fremdsprachen
20070: arabisch|herkunftssprachen|herkunftssprachlicher unterricht
220: geografie|geographie|erdkunde|geo|geography|geografieunterricht
240: geschichtswissenschaft|history|geschichte europas|geschichte deutschlands|weltgeschichte
260: gesundheitserziehung|gesundheitsförderung|medizin|gesundheitslehre|health
2600101: ernährungserziehung|ernährungsbildung
280: grundschulunterricht
28010: sachunterricht|heimatunterricht|heimat- und sachunterricht|hsu|heimatkunde|mensch, natur und kultur
320: informatik|informationstechnik|itg|edv|informations- und kommunikationstechnologie|informations- und kommunikationstechnik|computer|ict|information science
32002: computer science|informatikunterricht
340: interkulturelles lernen|world cultures
360: jugendbildung|jugendarbeit
380: mathe|mathematikunterricht|mathematics|math|maths
400: medienbildung|medienerziehung|medienkunde|medienkompetenz|mediendidaktik|medien|digitale bildung|digitale medien|medienwissenschaft|educational technology|media
4000204: film and music production|filmbildung
420: musikunterricht|music
440: erziehung, schul- und bildungswesen|erziehungswissenschaften|erziehungswissenschaft|erziehung|bildungswesen|schul- und bildungswesen|schule|education|higher education
44006: sonderpädagogik|special education|förderpädagogik
44007: sozialpädagogik|social work|soziale arbeit
450: philosophieunterricht|praktische philosophie und ethik|philosophy
460: physikunterricht|physics
46014: sternenkunde|astronomy
46015: technologie|technology
480: politik|politikwissenschaft|politikunterricht|gemeinschaftskunde|sozialkunde|soziales|gesellschaftslehre|politik/gemeinschaftskunde|politik und gesellschaft|politik und wirtschaft|powi|civics|social science|politics|staatsbürgerkunde
48005: gesellschaftskunde|gesellschaftswissenschaften|sozialwissenschaften|sozialwissenschaft|soziologie|sowi|sociology
4800405: recht|rechtskunde|jura|rechtswissenschaft|law
50001: hauswirtschaft|verbraucherbildung
50004: textilgestaltung|textillehre|handarbeit
50005: technik|werken|werken und gestalten|gestaltendes werken|technikunterricht|planen, bauen und gestalten
500: gestalten|praktische fächer
510: psychology
520: religionslehre|religionsunterricht|evangelische religion|katholische religion|religionslehre (evangelische)|religionslehre (katholische)|evangelischer religionsunterricht|katholischer religionsunterricht|evangelische religionslehre|katholische religionslehre|religion (evangelisch)|religion (katholisch)|theologie|christentum|glaube|religion (konfessionslos)|religious studies
5200103: religionslehre (islamisch)|islamischer religionsunterricht|islamische religion|religionslehre (jüdisch)|jüdischer religionsunterricht|religionslehre (alevitisch)|alevitischer religionsunterricht
560: sexualkunde|sexualpädagogik
580: spielfilm|dokumentarfilm|film
600: sportunterricht|leibeserziehung|turnen|physical education|sports
620: suchtprävention|drogen|prävention
640: nachhaltigkeit|umwelt|umweltbildung|umwelterziehung|umweltschutz|bildung für nachhaltige entwicklung|bne|umweltwissenschaft|environmental science|environmental studies
660: verkehr|mobilitätsbildung|mobilitäts- und verkehrserziehung|radfahrausbildung
680: erwachsenenbildung|fortbildung|lehrerfortbildung
700: wirtschaft|wirtschaftslehre|wirtschaftsunterricht|wirtschaftswissenschaften|ökonomie|ökonomische bildung|economics|vwl
7000102: verbraucherschutz
720: allgemein|allgemeines|fächerübergreifend|sonstiges|fachübergreifend|überfachlich
`;

/** Returns the name in lower case with normalised underscores and whitespace. */
export const foldSubjectName = (name: string): string =>
  normalizeText(name)
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim();

const BY_NAME = new Map<string, readonly string[]>();

// Labels of the tree come first, so that the list above can override them.
const upper = SUBJECTS.filter(({ code }) => code.length <= 5);
const labelCount = new Map<string, number>();
for (const { label } of upper) labelCount.set(foldSubjectName(label), (labelCount.get(foldSubjectName(label)) ?? 0) + 1);
for (const { code, label } of upper)
  if (code.length === 3 || labelCount.get(foldSubjectName(label)) === 1) BY_NAME.set(foldSubjectName(label), [code]);
for (const { code, label } of MAIN_SUBJECTS) BY_NAME.set(foldSubjectName(label), [code]);
for (const line of NAMES.trim().split('\n')) {
  const colon = line.indexOf(':');
  const codes = line.slice(0, colon).split(' ');
  for (const name of line.slice(colon + 1).split('|')) BY_NAME.set(foldSubjectName(name), codes);
}

/** Codes by subject name, exported for tests and tables. */
export const SUBJECT_NAMES: ReadonlyMap<string, readonly string[]> = BY_NAME;

/**
 * Returns the subject code in a value. Accepts a code without its leading zero, which spreadsheets drop (`4003` for `04003`), and the address of a
 * vocabulary entry.
 */
const asCode = (raw: string): string | undefined => {
  const digits = /^(?:https?:\/\/\S+\/)?(\d{2,11})$/.exec(raw)?.[1];
  if (digits === undefined) return undefined;
  return [digits, `0${digits}`].find(isSubject);
};

const lookUp = (name: string): readonly string[] | undefined => BY_NAME.get(name) ?? BY_NAME.get(name.replaceAll('-', ' '));

/**
 * Returns the subject codes for a code, a name, or several joined names (`Medizin, Gesundheit`). `complete` is false if a part is unknown; callers
 * should then store the text as a keyword.
 */
export const subjectCodes = (raw: string): { codes: string[]; complete: boolean } => {
  const code = asCode(raw.trim());
  if (code !== undefined) return { codes: [code], complete: true };
  const name = foldSubjectName(raw);
  const direct = lookUp(name);
  if (direct) return { codes: [...direct], complete: true };
  const parts = name
    .split(/[,;/&|+]|\s(?:und|and)(?=\s)/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length < 2) return { codes: [], complete: false };
  const found = parts.map((part) => lookUp(part));
  return { codes: [...new Set(found.flatMap((codes) => codes ?? []))], complete: found.every(Boolean) };
};

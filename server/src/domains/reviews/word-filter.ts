/** Words that make a text wait for an editor: insults, and addresses, which advertise more often than they help. Pure. */
const INSULTS = [
  'arschloch',
  'wichser',
  'hurensohn',
  'fotze',
  'schlampe',
  'missgeburt',
  'spast',
  'nigger',
  'neger',
  'kanake',
  'schwuchtel',
  'fuck',
  'bitch',
  'cunt',
  'faggot',
  'retard',
];
const ADDRESS = /\b(https?:\/\/|www\.)\S+|\b[a-z0-9-]+\.(com|net|biz|shop|xyz|info|ru)\b/i;

/** Letters written as signs are read as the letters they stand for. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[@4]/g, 'a')
    .replace(/[1!|]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/3/g, 'e')
    .replace(/[$5]/g, 's');

/** Whether an editor has to look at a text before others see it. */
export function needsLook(...texts: readonly string[]): boolean {
  const all = texts.join('\n');
  if (ADDRESS.test(all)) return true;
  const words = plain(all).split(/[^\p{L}]+/u);
  return words.some((word) => INSULTS.some((insult) => word.startsWith(insult)));
}

import { fold } from './fold.ts';

const GERMAN = `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da dabei damit dann das dass dein deine dem den
denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer
für gegen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder
jedes kann kein keine keinem keinen keiner können könnte man mein meine mich mir mit nach nicht nichts noch nun nur ob oder ohne sehr sein
seine seinem seinen seiner sich sie sind so solche soll sollte sondern sowie funktioniert funktionieren bedeutet heißt gibt geht passiert entsteht entstehen über um und uns unser unsere unter viel vom von vor wann war
waren warum was weil welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wirst wo wurde wurden zu zum zur
zwischen nennt nennen liegt liegen viele vielen jedoch`;
const ENGLISH = `a about an and are as at be by can do does for from has have how if into is it its not of on or that the their then there these they
this to was were what when which who why will with you your`;

const WORDS = new Set(`${GERMAN} ${ENGLISH}`.split(/\s+/).map(fold));

/**
 * Returns whether a folded word is a stop word. Stop words are indexed, because phrases need them, but are not required if a query contains other
 * words.
 */
export function isStopWord(folded: string): boolean {
  return WORDS.has(folded);
}

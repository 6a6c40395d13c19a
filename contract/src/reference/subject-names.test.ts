import { describe, expect, it } from 'vitest';
import { SUBJECT_NAMES, subjectCodes } from './subject-names.ts';
import { isSubject } from './subjects.ts';

describe('subject names', () => {
  it('map only to codes of the tree', () => {
    const wrong = [...SUBJECT_NAMES].filter(([, codes]) => codes.length === 0 || !codes.every(isSubject));
    expect(wrong).toEqual([]);
  });

  it.each<[string, string[]]>([
    // Codes.
    ['080', ['080']],
    ['80', ['080']],
    ['4003', ['04003']],
    ['0800504', ['0800504']],
    ['http://w3id.org/openeduhub/vocabs/discipline/460', ['460']],
    // Names of the tree and of the main subjects.
    ['Biologie', ['080']],
    ['BIOLOGIE ', ['080']],
    ['Bildende Kunst', ['060']],
    ['Kunst', ['060']],
    ['Zoologie', ['08005']],
    ['Wirtschaftskunde', ['700']],
    ['Deutsch', ['120']],
    ['Ethik', ['160']],
    // Names used by schools.
    ['Erdkunde', ['220']],
    ['Mathe', ['380']],
    ['Englisch', ['20001']],
    ['Sachunterricht', ['28010']],
    ['Politik/Gemeinschaftskunde', ['480']],
    ['Politik / Deutsch', ['480', '120']],
    ['Technik', ['50005']],
    ['Informatik', ['320']],
    ['Astronomie', ['46014']],
    ['Darstellendes Spiel', ['12002']],
    ['MINT', ['04003']],
    ['Naturwissenschaften', ['080', '100', '460']],
    // Names used by libraries.
    ['Medizin, Gesundheit', ['260']],
    ['Theologie, Christentum', ['520']],
    ['Biowissenschaften, Biologie', ['080']],
    ['Erziehung, Schul- und Bildungswesen', ['440']],
    ['Kinderbuch & Jugendbuch', ['1200107']],
    ['environmental-science', ['640']],
    ['special_education', ['44006']],
  ])('map %j to %j', (name, codes) => {
    expect(subjectCodes(name)).toEqual({ codes, complete: true });
  });

  it.each<[string, string[]]>([
    ['Ratgeber', []],
    ['Allgemeine Methodik', []],
    ['99999', []],
    ['3801', []],
    ['Bilingualer Unterricht', []],
    ['Glaube & Zauberei', ['520']],
    ['', []],
  ])('map %j to %j and are reported as incomplete', (name, codes) => {
    expect(subjectCodes(name)).toEqual({ codes, complete: false });
  });
});

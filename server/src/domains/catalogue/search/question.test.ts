/** Tests the filters and topics that are read from the questions of teachers. */
import { MEDIA_TYPES } from '@fundus/contract/reference/media-types';
import { describe, expect, test } from 'vitest';
import { readQuestion } from './question.ts';

const read = (question: string): Record<string, string> => {
  const { understood, topic } = readQuestion(question);
  return { ...Object.fromEntries(understood.map(({ field, values }) => [field, values.join(' ')])), topic };
};
const FILM = '49 56 UC_CLIP 46 42 32';

test('recognizes words for all media types except six', () => {
  const words = ['Film', 'DVD', 'Hörspiel', 'Arbeitsblatt', 'Übung', 'App', 'Buch', 'Medienpaket', 'Foto'];
  const understood = words.map((word) => read(`${word} zur Fotosynthese, Klasse 6`).fn_typ ?? word).join(' ');
  const known = new Set(understood.split(' '));
  expect(MEDIA_TYPES.map(({ code }) => code).filter((code) => !known.has(code))).toEqual(['10', '12', '57', '58', '89', 'LEX']);
});

describe('filters and topic of a question', () => {
  test.each<[string, Record<string, string>]>([
    [
      'Film für Klasse 6, der erklärt, wie Vulkane entstehen, höchstens 5 Minuten',
      { fn_typ: FILM, fn_adressat: 'A(6)', dauer: '5', topic: 'erklärt wie Vulkane entstehen' },
    ],
    ['Erdkunde Klasse 6 Film', { fn_geb: '220', fn_adressat: 'A(6)', fn_typ: FILM, topic: '' }],
    ['Wie entsteht ein Film?', { topic: 'Wie entsteht ein Film?' }],
    ['Ich suche ein kurzes Video ohne Ton über den Wasserkreislauf', { fn_typ: FILM, meets: 'no_sound', topic: 'Wasserkreislauf' }],
    [
      'Fotosynthese für Biologie in der 7. Klasse mit Untertiteln',
      { fn_geb: '080', fn_adressat: 'A(7)', meets: 'captions', topic: 'Fotosynthese' },
    ],
    ['Mittelalter Klasse 5 bis 7 auf Englisch', { fn_adressat: 'A(5) A(6) A(7)', fn_sprache: 'en', topic: 'Mittelalter' }],
    ['Arbeitsblatt Bruchrechnung im Matheunterricht', { fn_typ: '79 CP', fn_geb: '380', topic: 'Bruchrechnung' }],
    ['Demokratie in Leichter Sprache', { fn_sprache: 's1 p1', topic: 'Demokratie' }],
    ['volcano video for grade 6, no longer than ten minutes', { fn_adressat: 'A(6)', dauer: '10', fn_typ: FILM, topic: 'volcano' }],
    ['Hörspiel für die Grundschule, maximal 1 Stunde', { fn_typ: '29 24', fn_adressat: 'A(1) A(2) A(3) A(4)', dauer: '60', topic: '' }],
    [
      'englischer Film mit Untertiteln für Klasse 8 Physik',
      { fn_sprache: 'en', fn_typ: FILM, meets: 'captions', fn_adressat: 'A(8)', fn_geb: '460', topic: '' },
    ],
    [
      'Filme unter 10 Minuten für Erdkunde in der 7. Klasse mit UT',
      { dauer: '10', fn_adressat: 'A(7)', meets: 'captions', fn_typ: FILM, fn_geb: '220', topic: '' },
    ],
    ['ein 5-minütiger Film zum Thema Wasser', { dauer: '5', fn_typ: FILM, topic: 'Wasser' }],
    ['5-Minuten-Film über Vulkane', { dauer: '5', fn_typ: FILM, topic: 'Vulkane' }],
    ['a ten-minute film about the heart', { dauer: '10', fn_typ: FILM, topic: 'heart' }],
    ['etwas für Mathe Klasse 5 bis 7, Brüche', { fn_geb: '380', fn_adressat: 'A(5) A(6) A(7)', topic: 'Brüche' }],
    ['Materialien für Oberstufe Biologie, maximal 20 min', { fn_adressat: 'A(11) A(12) A(13)', fn_geb: '080', dauer: '20', topic: '' }],
    ['Doku über den Regenwald für Klasse 9, OmU', { fn_typ: FILM, fn_adressat: 'A(9)', meets: 'captions', topic: 'Regenwald' }],
    ['Bilder von Vulkanen für die Grundschule', { fn_typ: '19', fn_adressat: 'A(1) A(2) A(3) A(4)', topic: 'Vulkanen' }],
    ['Ich brauche für morgen einen Film zum Thema Wasser für die 4. Klasse', { fn_typ: FILM, fn_adressat: 'A(4)', topic: 'Wasser' }],
    ['Geo Klasse 6 Vulkane Film', { fn_geb: '220', fn_adressat: 'A(6)', fn_typ: FILM, topic: 'Vulkane' }],
    ['Klasse 8: Wie dreht man einen Film', { fn_adressat: 'A(8)', topic: 'Wie dreht man einen Film' }],
    [
      'Film über den Klimawandel für die achte Klasse mit Untertiteln',
      { fn_typ: FILM, fn_adressat: 'A(8)', meets: 'captions', topic: 'Klimawandel' },
    ],
    ['film about volcanoes for 7th grade', { fn_typ: FILM, fn_adressat: 'A(7)', topic: 'volcanoes' }],
    ['video for my sixth graders on fractions', { fn_typ: FILM, fn_adressat: 'A(6)', topic: 'fractions' }],
    ['Film für Klasse fünf', { fn_typ: FILM, fn_adressat: 'A(5)', topic: '' }],
    ['Filme zum Thema Mittelalter in Klassenstufe 7/8', { fn_typ: FILM, fn_adressat: 'A(7) A(8)', topic: 'Mittelalter' }],
    ['5./6. Klasse Steinzeit', { fn_adressat: 'A(5) A(6)', topic: 'Steinzeit' }],
    ['Klassen 5, 6 und 7 Rom', { fn_adressat: 'A(5) A(6) A(7)', topic: 'Rom' }],
    ['für meine 7b ein Film über Photosynthese', { fn_typ: FILM, fn_adressat: 'A(7)', topic: 'Photosynthese' }],
    ['für 3D Drucker', { topic: 'für 3D Drucker' }],
    ['Film für 12-Jährige über Mobbing', { fn_typ: FILM, fn_adressat: 'A(6) A(7)', topic: 'Mobbing' }],
    ['Der 30-jährige Krieg', { topic: 'Der 30-jährige Krieg' }],
    ['Igel für Viertklässler', { fn_adressat: 'A(4)', topic: 'Igel' }],
    ['Filme für Grundschüler über Igel', { fn_typ: FILM, fn_adressat: 'A(1) A(2) A(3) A(4)', topic: 'Igel' }],
    ['Die acht Planeten', { topic: 'Die acht Planeten' }],
    ['Mathe 8 Pythagoras', { fn_geb: '380', fn_adressat: 'A(8)', topic: 'Pythagoras' }],
    ['Kunst 12. Jahrhundert', { topic: 'Kunst 12. Jahrhundert' }],
    ['Religion 10 Gebote', { topic: 'Religion 10 Gebote' }],
    ['Politik/Wirtschaft 9. Klasse Grundgesetz', { fn_geb: '700 480', fn_adressat: 'A(9)', topic: 'Grundgesetz' }],
    ['etwas über Vulkane ohne Ton, 10 min', { meets: 'no_sound', dauer: '10', topic: 'Vulkane' }],
    ['Film von etwa 10 Minuten Länge', { fn_typ: FILM, dauer: '10', topic: '' }],
    ['Film bis 15 Minuten über Bienen', { fn_typ: FILM, dauer: '15', topic: 'Bienen' }],
    ['Photosynthese, 7. Klasse, Film, 5-10 Minuten', { fn_typ: FILM, fn_adressat: 'A(7)', dauer: '10', topic: 'Photosynthese' }],
    ['unter einer halben Stunde Film über Bienen', { fn_typ: FILM, dauer: '30', topic: 'Bienen' }],
    ['maximal 20-minütige Doku', { fn_typ: FILM, dauer: '20', topic: '' }],
    ['Film Vulkan 10 Minuten', { fn_typ: FILM, dauer: '10', topic: 'Vulkan' }],
    ['Sport in 10 Minuten', { topic: 'Sport in 10 Minuten' }],
    ['Was ist ein Vulkan? Klasse 4', { fn_adressat: 'A(4)', topic: 'Was ist ein Vulkan?' }],
    ['Wie macht man Filme über Tiere?', { topic: 'Wie macht man Filme über Tiere?' }],
    ['Klasse 7 keine Filme über Wasser', { fn_adressat: 'A(7)', topic: 'keine Filme über Wasser' }],
    ['barrierefreie Filme über Wasser', { fn_typ: FILM, topic: 'barrierefreie Wasser' }],
    ['türkischsprachiges Bilderbuch', { fn_sprache: 'tr', fn_typ: 'UC_BOOK UC_PRINT', topic: '' }],
    ['englische Könige', { topic: 'englische Könige' }],
    ['5 Minuten vor zwölf', { topic: '5 Minuten vor zwölf' }],
    ['Warum spuckt ein Berg Feuer?', { topic: 'Warum spuckt ein Berg Feuer?' }],
    ['Musik aus Afrika', { topic: 'Musik aus Afrika' }],
    ['Klasse 99 Vulkane', { topic: 'Klasse 99 Vulkane' }],
    ['Die Klasse der Säugetiere', { topic: 'Die Klasse der Säugetiere' }],
    ['"Film für Klasse 6"', { topic: '"Film für Klasse 6"' }],
    ['', { topic: '' }],
  ])('are read from "%s"', (question, expected) => expect(read(question)).toEqual(expected));

  test('omit ignored filters together with their words', () => {
    const { understood, topic } = readQuestion('Vulkane für Klasse 6, höchstens 5 Minuten', ['dauer']);
    expect(understood).toEqual([{ field: 'fn_adressat', values: ['A(6)'] }]);
    expect(topic).toBe('Vulkane');
  });
});

import type { Film } from '../studio/film.ts';
import { landscape, waterCycleFilm } from './water-cycle.ts';

/** The film about the water cycle in easy language, with short sentences and a slower voice. */
export const waterCycleEasyFilm: Film = {
  ...waterCycleFilm,
  key: 'wasserkreislauf-leicht',
  title: 'Der Weg vom Wasser',
  subtitle: 'Der Wasserkreislauf in Leichter Sprache',
  text: 'In diesem Film sehen Sie:\nWasser ist immer unterwegs.\n\nDas Wasser steigt vom Meer in die Luft.\nAus den Wolken fällt Regen.\nDer Regen fließt wieder zum Meer.\n\nDer Film ist in Leichter Sprache.\nDie Stimme spricht langsam.',
  language: ['s1'],
  keywords: ['Wasserkreislauf', 'Leichte Sprache', 'Regen', 'Wolke', 'Fluss', 'Meer'],
  setOf: 'wasserkreislauf',
  voice: { name: 'de', speed: 118, pitch: 44 },
  poster: ['regen', 3],
  chapters: [
    {
      title: 'Das Wasser steigt auf',
      lines: [
        { id: 'sonne', de: 'Das ist das Meer. Die Sonne macht das Wasser warm.', en: 'This is the sea. The sun warms the water.' },
        {
          id: 'verdunsten',
          de: 'Ein Teil vom Wasser steigt in die Luft. Man kann das nicht sehen.',
          en: 'Some of the water goes up into the air. You cannot see it.',
        },
      ],
    },
    {
      title: 'Die Wolken',
      lines: [
        {
          id: 'wolke',
          de: 'Oben in der Luft ist es kalt. Dort werden aus dem Wasser Wolken.',
          en: 'High in the air it is cold. There the water turns into clouds.',
        },
        { id: 'wind', de: 'Der Wind schiebt die Wolken zu den Bergen.', en: 'The wind pushes the clouds to the mountains.' },
      ],
    },
    {
      title: 'Der Regen',
      lines: [
        { id: 'regen', de: 'Aus den Wolken fällt Regen.', en: 'Rain falls from the clouds.' },
        {
          id: 'fluss',
          de: 'Der Regen fließt in den Fluss. Der Fluss fließt in das Meer.',
          en: 'The rain flows into the river. The river flows into the sea.',
        },
        { id: 'grund', de: 'Etwas Wasser fließt unter der Erde.', en: 'Some water flows under the ground.' },
      ],
    },
    {
      title: 'Immer wieder',
      lines: [
        {
          id: 'kreis',
          de: 'Dann beginnt alles wieder neu. Das Wasser ist immer unterwegs.',
          en: 'Then everything starts again. Water is always on its way.',
          rest: 0,
        },
      ],
    },
  ],
  draw: landscape({
    sun: 'Sonne',
    vapour: 'Wasser in der Luft',
    cloud: 'Wolke',
    rain: 'Regen',
    river: 'Fluss',
    ground: 'Wasser unter der Erde',
  }),
};

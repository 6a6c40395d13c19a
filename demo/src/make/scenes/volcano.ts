import { arrow, circle, group, label, lerp, oklch, poly, SUN } from '../studio/draw.ts';
import type { Film } from '../studio/film.ts';
import { orange, GLOW, dusk, mountain, ground, chamber, conduit, bubbles, plume, lava, ashfall, meadow } from './volcano-parts.ts';

export const volcanoFilm: Film = {
  key: 'vulkan',
  title: 'Wie ein Vulkan entsteht',
  subtitle: 'Vom Magma in der Tiefe bis zum Schichtvulkan',
  text: 'Ein ruhiger Berg am Abend, und tief darunter glühendes Gestein. Der Film schneidet den Berg auf und zeigt, warum Magma aufsteigt, welche Rolle die Gase spielen und was beim Ausbruch geschieht.\n\nSchicht um Schicht wächst der Vulkan vor den Augen der Klasse. Zum Schluss wird es grün: Auf alter Asche gedeihen Pflanzen besonders gut.\n\nDie Kapitel entsprechen vier Unterrichtsschritten und lassen sich einzeln zeigen.',
  subjects: ['2200302'],
  grades: ['A(5)', 'A(6)', 'A(7)', 'A(8)'],
  keywords: ['Vulkan', 'Magma', 'Lava', 'Schichtvulkan', 'Vulkanausbruch', 'Asche', 'Erdinneres'],
  language: ['de'],
  producer: 'Sonnwald Lernmedien',
  year: 2024,
  subject: 'Geografie',
  tones: orange,
  spoken: 'de',
  voice: { name: 'de+m3', speed: 146, pitch: 40 },
  poster: ['lava', 3.2],
  chapters: [
    {
      title: 'Unter dem Berg',
      lines: [
        { id: 'start', de: 'Dieser Berg sieht ruhig aus.', en: 'This mountain looks quiet.' },
        {
          id: 'magma',
          de: 'Doch tief unter ihm ist Gestein geschmolzen. Es heißt Magma.',
          en: 'But deep below it, rock has melted. It is called magma.',
        },
        { id: 'kammer', de: 'Es sammelt sich in einem Hohlraum, der Magmakammer.', en: 'It gathers in a hollow, the magma chamber.' },
      ],
    },
    {
      title: 'Das Magma steigt auf',
      lines: [
        {
          id: 'auf',
          de: 'Magma ist leichter als das feste Gestein. Darum steigt es auf.',
          en: 'Magma is lighter than solid rock. That is why it rises.',
        },
        { id: 'gas', de: 'In ihm stecken Gase, wie Kohlensäure in einer Flasche.', en: 'It holds gases, like the fizz in a bottle.' },
        {
          id: 'druck',
          de: 'Weiter oben sinkt der Druck. Die Gase bilden Blasen und treiben das Magma nach oben.',
          en: 'Higher up, the pressure drops. The gases form bubbles and drive the magma upwards.',
        },
      ],
    },
    {
      title: 'Der Ausbruch',
      lines: [
        { id: 'ausbruch', de: 'Dann reißt der Schlot auf: Der Vulkan bricht aus!', en: 'Then the vent tears open: the volcano erupts!' },
        {
          id: 'lava',
          de: 'An der Oberfläche heißt das Magma Lava. Sie fließt den Hang hinab.',
          en: 'At the surface, magma is called lava. It flows down the slope.',
        },
        {
          id: 'asche',
          de: 'Asche steigt hoch in die Luft und fällt wieder herab.',
          en: 'Ash rises high into the air and falls back down.',
        },
      ],
    },
    {
      title: 'Schicht um Schicht',
      lines: [
        {
          id: 'schichten',
          de: 'Lava und Asche legen sich übereinander. So wächst ein Schichtvulkan.',
          en: 'Lava and ash settle on top of each other. That is how a stratovolcano grows.',
        },
        {
          id: 'ende',
          de: 'Nach vielen Jahren wird es grün: Vulkanboden ist sehr fruchtbar.',
          en: 'After many years it turns green: volcanic soil is very fertile.',
          rest: 0,
        },
      ],
    },
  ],
  draw(at) {
    const cut = at.rise('magma', 0, 1.2);
    const layers = lerp(3, 5, at.rise('schichten', 0.6, 3));
    const top = 176 - layers * 16;
    const burst = at.rise('ausbruch', 0.6, 0.8) * (1 - at.rise('schichten', 0, 1.5));
    const quiet = at.rise('schichten', 0, 2);
    const day = at.rise('ende', 0, 2);
    const up = lerp(at.rise('auf', 0.6, 3) * 0.55 + at.rise('druck', 1, 3.4) * 0.4 + at.rise('ausbruch', 0.2, 0.5) * 0.05, 0.45, quiet);
    const shake = burst > 0 && burst < 1 ? Math.sin(at.t * 46) * 2 * Math.sin(burst * Math.PI) : 0;
    const back =
      poly(
        [
          [0, 240],
          [70, 150],
          [160, 240],
        ],
        oklch(0.4, 0.1, 310),
      ) +
      poly(
        [
          [480, 240],
          [566, 132],
          [640, 200],
          [640, 240],
        ],
        oklch(0.4, 0.1, 310),
      );
    const sunset = circle(520, 92, 27, SUN);
    const names =
      label(116, 300, 'Magmakammer', at.stay('kammer', 'ausbruch'), [232, 302]) +
      label(556, 262, 'festes Gestein', at.stay('auf', 'gas'), [420, 262]) +
      label(506, 190, 'Schlot', at.stay('auf', 'ausbruch', 2.2), [328, 236]) +
      label(166, 130, 'Gasblasen', at.stay('gas', 'ausbruch', 0.6), [316, 240]) +
      label(122, 176, 'Lava', at.stay('lava', 'schichten', 0.4), [228, 214]) +
      label(500, 52, 'Aschewolke', at.stay('asche', 'schichten', 0.3), [398, 58]) +
      label(136, 112, 'Schichten aus Lava und Asche', at.stay('schichten', 'ende', 2.2), [262, 176]) +
      label(536, 150, 'fruchtbarer Boden', at.stay('ende', 'nie', 1.6), [448, 212]);
    const pushes = group(
      arrow([286, 276], [286, 214], GLOW, 6, at.rise('druck', 1, 1)) + arrow([354, 276], [354, 214], GLOW, 6, at.rise('druck', 1.3, 1)),
      { opacity: 1 - at.rise('ausbruch', 0, 0.4) },
    );
    const world =
      dusk(day) +
      sunset +
      back +
      plume(at, burst, top) +
      mountain(layers, cut) +
      ground() +
      chamber(at, cut) +
      conduit(at, up, top) +
      bubbles(at, at.rise('gas', 0.2, 1) * (1 - quiet), lerp(292, top, up)) +
      lava(at, at.rise('lava', 0, 3) * (1 - quiet), top) +
      ashfall(at, at.rise('asche', 0.3, 1) * (1 - at.rise('schichten', 2.4, 1))) +
      meadow(at, day);
    return group(world, { y: shake }) + pushes + names;
  },
};

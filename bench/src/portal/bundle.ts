/** Measures the size of the built client per route. */
import { laterSize, routeSizes } from '@fundus/e2e/bundle';
import type { Table } from '../measure/table.ts';

/** Returns the table of bundle sizes. Throws if the client is not built. */
export const bundleBench = (): Table => ({
  name: 'bundle',
  title: 'Client bundle per route, kB gzip',
  head: ['route', 'JavaScript', 'styles', 'JavaScript after the shell'],
  rows: [
    ...routeSizes().map(({ route, script, styles, after }) => [route, script, styles, after]),
    ['charts, when one is shown', laterSize('src/components/charts/ChartDrawing.tsx').script, '', ''],
  ],
  notes: [
    'A route loads the shell and its screen. Code loaded on demand (players, dialogs) is not counted, except for the script of charts.',
  ],
});

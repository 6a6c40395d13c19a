/** Printed sheet of a courier tour, grouped by school (docs/behaviour/lending.md#tours). */
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { languageOf } from '@fundus/contract/locale';
import type { lendingTours } from '@fundus/contract/lending/courier/tours';
import { downloadName } from '../../../http/bodies/download-name.ts';
import type { UserCtx } from '../../../http/context.ts';
import { loadWords } from '../../mails/index.ts';
import type { DeskPaper } from '../desk/desk-paper.ts';
import { drawDeskPaper } from '../desk/draw-paper.ts';
import { toPdfReply, createDayFormatter, paperFooter, paperHeader } from '../desk/print.ts';
import { readTourDay, requireTour } from './tours.ts';

export async function printTour(
  ctx: UserCtx,
  id: string,
  { date, lang }: Input<typeof lendingTours.tourSheet>['query'],
): Promise<StreamAnswer> {
  const { tour, point } = await requireTour(ctx, id, 'desk');
  const [t, day] = [await loadWords(ctx, lang), createDayFormatter(lang)];
  const { stops } = await readTourDay(ctx, tour, date);
  const blocks = stops.flatMap(({ school, bring, fetch }) =>
    (
      [
        ['bring', bring],
        ['fetch', fetch],
      ] as const
    ).flatMap(([what, lines]): DeskPaper['blocks'][number][] =>
      lines.length === 0
        ? []
        : [
            {
              // The school's name is printed once above both parts of a stop, and its signature line below them.
              title: what === 'bring' || bring.length === 0 ? school.name : '',
              facts: t(`lending.tour.${what}`),
              devices: lines.map(({ code, model, borrower, number, end, fetch: fetched }) => ({
                code: code || '–',
                title: model,
                facts: [
                  borrower || t('lending.nobody'),
                  t('lending.number', { number }),
                  fetched === null ? t('lending.paper.until', { day: day(end) }) : t('lending.courier.fetches', { day: day(fetched) }),
                ].join(' · '),
                parts: [],
              })),
              ...((what === 'fetch' || fetch.length === 0) && { sign: t('lending.paper.sign.received') }),
            },
          ],
    ),
  );
  const paper: DeskPaper = {
    ...{ language: languageOf(lang), head: paperHeader(point), number: '', words: [], blocks, foot: paperFooter(ctx, t, lang) },
    title: `${tour.name}, ${day(date)}`,
    facts: blocks.length === 0 ? [t('lending.tour.nothing')] : [],
    signs: [],
  };
  return toPdfReply(downloadName(t, 'tour', date), await drawDeskPaper(paper));
}

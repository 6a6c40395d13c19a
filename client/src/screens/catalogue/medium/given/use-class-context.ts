/** Context of a medium that is displayed within a class: note, neighbours, and the link back. */
import type { Assignment, Step } from '@fundus/contract/assignments/assignments';
import { classMedia, type ClassMedium } from '@fundus/contract/classes/media';
import { classes } from '@fundus/contract/classes/classes';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../../api/query.ts';
import { mediaHref } from '../../../../components/media/media-context.ts';
import { useT } from '../../../../i18n/translate.ts';
import type { Neighbours, TrailStep } from '../../../../stores/trail.ts';

/** Context of a medium. `title` is the heading of the note, `part` the title of the displayed part, and `step` the step of an assignment. */
export type ClassContext = { title: string; note: string; part: string | null; around: Neighbours; step?: { one: Assignment; step: Step } };

/** Returns the context of a medium within a class. The link back is available even while the class is loading. */
export function useClassContext(classId: string, identifier: string, excerptId: string | null): ClassContext {
  const { t } = useT();
  const params = { id: classId };
  const one = useQuery({ ...query(classes.read, { params }), staleTime: 60_000 });
  const list = useQuery({ ...query(classMedia.media, { params }), staleTime: 60_000 });
  const media = (list.data?.items ?? []).filter(({ item }) => item !== null);
  const index = media.findIndex((entry) => entry.identifier === identifier && (entry.excerpt?.id ?? null) === excerptId);
  return {
    title: t('media.class.note'),
    note: media[index]?.note ?? '',
    part: media[index]?.excerpt?.title ?? null,
    around: {
      address: href('class', { id: classId }),
      title: one.data?.name ?? t('nav.classes'),
      before: index > 0 ? step(classId, media[index - 1]) : null,
      after: index >= 0 ? step(classId, media[index + 1]) : null,
    },
  };
}

const step = (id: string, entry: ClassMedium | undefined): TrailStep | null =>
  entry
    ? {
        identifier: entry.identifier,
        title: entry.excerpt?.title ?? entry.title,
        href: mediaHref({ class: id, kind: entry.kind }, entry.identifier, entry.excerpt?.id),
      }
    : null;

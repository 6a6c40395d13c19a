import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { loadLater, useLoaded } from '../../../../ui/load-later.tsx';
import { RenderWhenNear } from '../../../../ui/RenderWhenNear.tsx';
import { readExcerpts } from './excerpt-reads.ts';
import '../medium.css';

const MediumTranscript = loadLater(async () => (await import('./MediumTranscript.tsx')).MediumTranscript);
const MediumReviews = loadLater(async () => (await import('../../../../components/reviews/MediumReviews.tsx')).MediumReviews);
const MediumExcerpts = loadLater(async () => (await import('./MediumExcerpts.tsx')).MediumExcerpts);

type Props = {
  detail: MediaDetail;
  /** Properties of the excerpts, or `null` if none are shown. */
  excerpts: Omit<ComponentProps<typeof MediumExcerpts>, 'medium'> | null;
  transcript: ComponentProps<typeof MediumTranscript> | null;
  /** True while a transcript is loading. */
  awaited: boolean;
  /** True if the side panels are displayed. On phones they are above the text. */
  side: boolean;
  /** True if the user has opened the medium on this page, which may allow a review. */
  opened: boolean;
};

/** Shows excerpts and transcript. Reviews follow once everything above them has loaded. */
export function MediumText({ detail, excerpts, transcript, awaited, side, opened }: Props) {
  const { isLoading } = useQuery({ ...readExcerpts(detail.identifier, excerpts?.code), enabled: excerpts !== null });
  const hasExcerpts = useLoaded(excerpts && MediumExcerpts);
  const hasTranscript = useLoaded(transcript && MediumTranscript);
  const [stands, setStands] = useState(false);
  const ready = stands || (side && !awaited && !isLoading && hasExcerpts && hasTranscript);
  if (ready !== stands) setStands(ready);
  return (
    <div className="medium-text">
      {excerpts && <MediumExcerpts medium={detail} {...excerpts} />}
      {transcript && <MediumTranscript {...transcript} />}
      {ready && (
        <RenderWhenNear>
          <MediumReviews
            opened={opened}
            identifier={detail.identifier}
            title={detail.fn_titel}
            subjects={detail.fn_geb}
            labels={detail.labels}
          />
        </RenderWhenNear>
      )}
    </div>
  );
}

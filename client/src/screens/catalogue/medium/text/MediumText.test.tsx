import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { excerpts } from '@fundus/contract/catalogue/excerpts';
import type { Reply } from '@fundus/contract/endpoint';
import { reviews } from '@fundus/contract/reviews/reviews';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { fakeApi, on } from '../../../../testing/fake-api.ts';
import { mediaItem } from '../../../../testing/media-item.ts';
import { show } from '../../../../testing/render.tsx';
import { MediumText } from './MediumText.tsx';
// Loaded before the tests, so that they do not have to wait.
import '../../../../components/reviews/MediumReviews.tsx';
import './MediumExcerpts.tsx';

type Own = Reply<typeof excerpts.excerpts>;

/** Intersection observer that reports every element as visible. */
class Near {
  seen: IntersectionObserverCallback;
  constructor(seen: IntersectionObserverCallback) {
    this.seen = seen;
  }
  observe = (): void => this.seen([{ isIntersecting: true }] as IntersectionObserverEntry[], this as never);
  disconnect(): void {}
}

const none = (): void => undefined;

/** Page whose first button displays the panels. The second button marks the captions as loaded. */
function Page() {
  const [side, setSide] = useState(false);
  const [awaited, setAwaited] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setSide(true)}>
        panels
      </button>
      <button type="button" onClick={() => setAwaited(!awaited)}>
        captions
      </button>
      <MediumText
        detail={{ ...mediaItem(), labels: {} } as MediaDetail}
        excerpts={{ code: undefined, onPick: none, onShared: none, onEdit: none }}
        transcript={null}
        awaited={awaited}
        side={side}
        opened={false}
      />
    </>
  );
}

test('shows reviews only after the content above them is loaded', async () => {
  vi.stubGlobal('IntersectionObserver', Near);
  let answer: (own: Own) => void = none;
  const asked = new Promise<Own>((done) => (answer = done));
  fakeApi(
    on(excerpts.excerpts, () => asked),
    on(reviews.ofMedium, {
      ...{ total: 0, offset: 0, limit: 5, items: [], average: null, recommendation: null, own: null },
      criteria: { correct: null, fitting: null, technical: null, material: null },
      can: { read: true, review: true, open: false, recommend: false },
    }),
  );
  await show(<Page />);
  const settle = () => act(async () => void (await new Promise((done) => setTimeout(done, 30))));
  const press = async (name: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name }));
    await settle();
  };
  const headings = () => screen.queryAllByRole('heading').map((heading) => heading.textContent);
  await press('panels');
  await press('captions');
  expect(headings()).toEqual([]);
  answer({ items: [], can: { create: true } });
  await screen.findByRole('heading', { name: 'Bewertungen' });
  expect(headings()).toEqual(['Meine Ausschnitte', 'Bewertungen']);
  await press('captions');
  expect(headings()).toEqual(['Meine Ausschnitte', 'Bewertungen']);
});

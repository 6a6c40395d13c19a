import { useEffect, useRef } from 'react';
import { openChannel, type Channel, type ShownState } from './channel.ts';
import type { Step } from './steps.ts';

/** Sends the state of the presentation to the presenter window, and performs the steps that this window requests. */
export function usePresenterChannel(about: string, standing: ShownState, step: (wanted: Step) => void): void {
  const channel = useRef<Channel | null>(null);
  const latest = useRef(standing);
  useEffect(() => {
    latest.current = standing;
    channel.current?.post({ standing });
  });
  useEffect(() => {
    const opened = openChannel(about, (message) => {
      if (!('wish' in message)) return;
      if (message.wish === 'report') opened.post({ standing: latest.current });
      else step(message.wish);
    });
    channel.current = opened;
    opened.post({ standing: latest.current });
    return () => {
      opened.post({ standing: null });
      opened.close();
      channel.current = null;
    };
  }, [about, step]);
}

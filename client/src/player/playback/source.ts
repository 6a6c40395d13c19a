/** Attaches a source to a media element. HLS streams are played by hls.js, which is loaded on demand, or natively if necessary. */
import type { MediaFile } from '@fundus/contract/files/files';
import { joinFacts } from '../../i18n/join-facts.ts';

const isHls = ({ mime, href }: Pick<MediaFile, 'mime' | 'href'>): boolean => /mpegurl/i.test(mime) || /\.m3u8(\?|$)/i.test(href);

/** Quality levels of an HLS stream. The index -1 selects the level automatically. */
export type QualityLevels = { labels: readonly string[]; choose: (index: number) => void };

type Listener = { failed: () => void; steps: (steps: QualityLevels | null) => void };

/**
 * Attaches a source. `failed` is called for errors that the element does not report, `steps` if the source has several qualities. Returns a function
 * that detaches the source. hls.js is preferred to native HLS, which does not let the user choose a quality.
 */
export function attachSource(media: HTMLMediaElement, file: Pick<MediaFile, 'mime' | 'href'>, { failed, steps }: Listener): () => void {
  const playsItself = media.canPlayType('application/vnd.apple.mpegurl') !== '' && !('MediaSource' in window);
  if (!isHls(file) || playsItself) {
    media.src = file.href;
    return () => {
      media.removeAttribute('src');
      media.load();
    };
  }
  let detached = false;
  let release = (): void => undefined;
  import('hls.js/light')
    .then(({ default: Hls }) => {
      if (detached) return;
      if (!Hls.isSupported()) return failed();
      // The worker of hls.js would use a blob address, which the content security policy forbids.
      const hls = new Hls({ enableWorker: false });
      hls.on(Hls.Events.ERROR, (_, data) => data.fatal && failed());
      hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
        if (levels.length > 1) steps({ labels: qualityLabels(levels), choose: (index) => void (hls.currentLevel = index) });
      });
      hls.loadSource(file.href);
      hls.attachMedia(media);
      release = () => {
        steps(null);
        hls.destroy();
      };
    })
    .catch(failed);
  return () => {
    detached = true;
    release();
  };
}

/** Returns a label for each quality level: its height, and its bit rate if several levels have that height. */
export function qualityLabels(levels: readonly { height: number; bitrate: number }[]): string[] {
  return levels.map(({ height, bitrate }, i) => {
    const alone = height > 0 && levels.every((other, j) => j === i || other.height !== height);
    return joinFacts([height > 0 && `${height}p`, !alone && `${Math.round(bitrate / 1000)} kbit/s`]);
  });
}

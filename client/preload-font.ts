/** Vite plugin that preloads the portal's font, so that it is available for the first paint. */
import type { Plugin } from 'vite';

/** Matches the font file with Latin letters. The file with other letters is loaded only if a text contains them. */
export const FONT = /atkinson-hyperlegible-next-latin-wght-normal.*\.woff2$/;

export const preloadFont = (): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const file = Object.keys(bundle).find((name) => FONT.test(name));
      if (!file) throw new Error('The build does not contain the font of the portal');
      return [
        { tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true }, injectTo: 'head' },
      ];
    },
  },
});

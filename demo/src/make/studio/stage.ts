import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withPage, type Page } from './chromium.ts';

type Stage = {
  png(svg: string): Promise<Buffer>;
  webp(svg: string, quality: number): Promise<Buffer>;
  jpeg(svg: string, quality: number): Promise<Buffer>;
};

const FONT = fileURLToPath(
  import.meta.resolve('@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'),
);

/** Returns the portal's typeface as a CSS rule with embedded data, so that pages need no second file. */
export function fontFace(): string {
  const data = readFileSync(FONT).toString('base64');
  return `@font-face{font-family:'Atkinson';src:url(data:font/woff2;base64,${data}) format('woff2');font-weight:200 800}`;
}

/** Opens a page of the given size that renders SVG and captures it as pictures. `scale` enlarges drawings in units of 640 × 360. */
export function withStage<T>(width: number, height: number, scale: number, use: (stage: Stage) => Promise<T>): Promise<T> {
  return withPage(async (page) => {
    await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false });
    await setUp(page);
    const shoot = async (svg: string, params: Record<string, unknown>): Promise<Buffer> => {
      await page.evaluate(`document.body.innerHTML=${JSON.stringify(svg)};0`);
      const reply = await page.send('Page.captureScreenshot', params);
      return Buffer.from(String(reply['data']), 'base64');
    };
    return use({
      png: (svg) => shoot(svg, { format: 'png', optimizeForSpeed: true }),
      webp: (svg, quality) => shoot(svg, { format: 'webp', quality }),
      jpeg: (svg, quality) => shoot(svg, { format: 'jpeg', quality }),
    });
  });
}

async function setUp(page: Page): Promise<void> {
  const style = `${fontFace()} html,body{margin:0;overflow:hidden;background:#fff} svg{display:block;font-family:Atkinson,'DejaVu Sans',sans-serif}`;
  await page.evaluate(
    `(async()=>{const s=document.createElement('style');s.textContent=${JSON.stringify(style)};document.head.append(s);
    await Promise.all(['400','600','700'].map((w)=>document.fonts.load(w+' 20px Atkinson')));return document.fonts.size})()`,
  );
}

/** How the portal shows itself in its mails: name, colours and logo as the administrator has them now. */
import sharp from 'sharp';
import type { Portal } from '../../http/context.ts';
import type { MailLook } from '../../mail/compose.ts';
import { pictureContent, readSettings } from '../setup/index.ts';

/** Drawn twice as large as it stands in the mail, for sharp screens. */
const HEIGHT = 40;
const SHARPNESS = 2;

/** Mail programs show no SVG, so the logo travels as PNG. Kept from one mail to the next. */
const drawn = new Map<string, MailLook['logo']>();

export async function mailLook(portal: Pick<Portal, 'db' | 'storage'>): Promise<MailLook> {
  const { senderName, productName, primaryColor, linkColor, logo } = await readSettings(portal.db);
  const portalName = senderName || productName;
  return { portalName, primaryColor, linkColor, logo: logo && (await drawLogo(portal, logo.file, logo.alt || portalName)) };
}

async function drawLogo(portal: Pick<Portal, 'db' | 'storage'>, file: string, alt: string): Promise<MailLook['logo']> {
  const name = `${file} ${alt}`;
  if (drawn.has(name)) return drawn.get(name) ?? null;
  const content = await pictureContent(portal, file);
  if (!content) return null;
  const options = { height: HEIGHT * SHARPNESS, width: 280 * SHARPNESS, fit: 'inside' } as const;
  const { data, info } = await sharp(content, { density: 300 })
    .resize(options)
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  const found = { png: data, alt, width: Math.round(info.width / SHARPNESS), height: Math.round(info.height / SHARPNESS) };
  drawn.clear();
  drawn.set(name, found);
  return found;
}

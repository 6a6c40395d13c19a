/** Converts a media list into a course section for a learning platform. Pure. */
import { formatTarget, LTI_PATH } from '@fundus/contract/lti/rules';
import type { ListItem } from '@fundus/contract/medialists/items';
import { href } from '@fundus/contract/screens';
import type { MoodleGroup, MoodleLink, MoodlePackage } from './moodle-package.ts';

type Item = Pick<ListItem, 'kind' | 'identifier' | 'title' | 'url' | 'start_s' | 'end_s' | 'visible_to_learners' | 'availability'>;
type About = { title: string; language: string; origin: string; tool: boolean };

/** Returns the items that learners can see, with headings as groups. Texts are omitted, because they have no link. */
export function packageOfList(items: readonly Item[], { title, language, origin, tool }: About): MoodlePackage {
  const links: MoodleLink[] = [];
  const groups: (MoodleGroup & { links: MoodleLink[] })[] = [];
  for (const item of items) {
    if (!item.visible_to_learners || item.availability === 'removed') continue;
    if (item.kind === 'heading') groups.push({ title: item.title, links: [] });
    const link = linkOf(item, origin, tool);
    if (link) (groups.at(-1)?.links ?? links).push(link);
  }
  return { title, language, links, groups: groups.filter((group) => group.links.length > 0) };
}

function linkOf({ title, url, identifier, start_s, end_s }: Item, origin: string, tool: boolean): MoodleLink | null {
  if (url !== null) return { title, href: url };
  if (identifier === null) return null;
  if (tool)
    return { title, href: `${origin}${LTI_PATH}?${formatTarget({ kind: 'medium', id: identifier, start: start_s, end: end_s })}`, tool };
  const address = new URL(href('media', { id: identifier }), origin);
  if (start_s !== null && end_s !== null) {
    address.searchParams.set('t', String(Math.floor(start_s)));
    address.searchParams.set('e', String(Math.ceil(end_s)));
  }
  return { title, href: address.href };
}

/** Returns the CSS custom properties of a theme. `tokens.css` contains their defaults and derives all colour roles from them. */
import type { Theme } from '@fundus/contract/setup/theme';
import { hoverColour, textOn } from '@fundus/contract/setup/theme-rules';

export function themeProperties(theme: Theme): Record<string, string> {
  return {
    '--theme-primary': theme.primaryColor,
    '--theme-primary-hover': hoverColour(theme.primaryColor),
    '--theme-on-primary': textOn(theme.primaryColor),
    '--theme-on-primary-hover': textOn(hoverColour(theme.primaryColor)),
    '--theme-link': theme.linkColor,
    '--theme-search': theme.searchBackgroundColor,
  };
}

export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  for (const [name, value] of Object.entries(themeProperties(theme))) root.style.setProperty(name, value);
}

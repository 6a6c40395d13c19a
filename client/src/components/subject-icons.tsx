import {
  Atom,
  Briefcase,
  ChartLine,
  Feather,
  FlaskConical,
  Globe,
  Hammer,
  Landmark,
  Languages,
  Leaf,
  Music,
  Palette,
  Pi,
  Shapes,
  Volleyball,
  type LucideIcon,
} from 'lucide-react';

/** Names of the contract's subject table → symbols. */
const ICONS: Record<string, LucideIcon> = {
  atom: Atom,
  briefcase: Briefcase,
  'chart-line': ChartLine,
  feather: Feather,
  'flask-conical': FlaskConical,
  globe: Globe,
  hammer: Hammer,
  landmark: Landmark,
  languages: Languages,
  leaf: Leaf,
  music: Music,
  palette: Palette,
  pi: Pi,
  volleyball: Volleyball,
};

export function SubjectIcon({ icon }: { icon: string }) {
  const Icon = ICONS[icon] ?? Shapes;
  return <Icon />;
}

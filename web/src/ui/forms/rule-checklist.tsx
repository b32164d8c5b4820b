import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../text/visually-hidden.tsx';

interface CheckedRule {
  label: string;
  isMet: boolean;
}

export function RuleChecklist({ rules }: { rules: readonly CheckedRule[] }) {
  return (
    <ul className="grid gap-1 text-13">
      {rules.map(({ label, isMet }) => {
        const Icon = isMet ? Check : Circle;
        return (
          <li
            key={label}
            className={classNames('flex items-center gap-2', isMet ? 'font-medium text-success' : 'text-muted')}
          >
            <Icon aria-hidden="true" size={14} className="shrink-0" />
            <span>{label}</span>
            <VisuallyHidden>{isMet ? ', met' : ', not met yet'}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}

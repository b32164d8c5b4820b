import { IconButton } from '../buttons/icon-button.tsx';

interface QuantityStepperProps {
  value: number;
  max: number;
  onChange: (quantity: number) => void;
}

/** At a limit the button is only marked as disabled: a really disabled button would lose the focus. */
export function QuantityStepper({ value, max, onChange }: QuantityStepperProps) {
  return (
    <fieldset aria-label="Quantity" className="control-border inline-flex items-center bg-surface">
      <IconButton
        label="One less"
        aria-disabled={value <= 1}
        onClick={() => onChange(Math.max(1, value - 1))}
        className="size-10 text-21 aria-disabled:opacity-50"
      >
        <span aria-hidden="true">−</span>
      </IconButton>
      <span className="amount min-w-8 text-center text-17 font-semibold">{value}</span>
      <IconButton
        label="One more"
        aria-disabled={value >= max}
        onClick={() => onChange(Math.min(max, value + 1))}
        className="size-10 text-21 aria-disabled:opacity-50"
      >
        <span aria-hidden="true">+</span>
      </IconButton>
    </fieldset>
  );
}

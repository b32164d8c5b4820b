import { useId } from 'react';
import { classNames } from '../class-names.ts';
import { StarShape } from '../pictures/star-shape.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';

interface StarsInputProps {
  legend: string;
  value: number | null;
  onChange: (stars: number) => void;
  isDisabled?: boolean;
}

const choices = [1, 2, 3, 4, 5];

export function StarsInput({ legend, value, onChange, isDisabled = false }: StarsInputProps) {
  const name = useId();
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="flex flex-wrap">
        {choices.map((choice) => (
          <label
            key={choice}
            className="relative flex size-10 items-center justify-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={value === choice}
              onChange={() => onChange(choice)}
              className="absolute inset-0 opacity-0"
            />
            <StarShape
              className={classNames('size-7', value !== null && choice <= value ? 'text-accent' : 'text-control')}
            />
            <VisuallyHidden>{choice === 1 ? '1 star' : `${choice} stars`}</VisuallyHidden>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

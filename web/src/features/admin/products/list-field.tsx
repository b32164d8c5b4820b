import { LIST_ITEM_MAX } from '@shop/contract/limits/limits';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { controlStyle } from '../../../ui/forms/field.tsx';
import { errorText, itemsOf, linesOf } from './list-items.ts';
import type { ListName, ProductFormValues } from './product-form-values.ts';

type ListFieldProps = { name: ListName; label: string };

/** A list of texts, edited one by one or as one text with an item per line. */
export function ListField({ name, label }: ListFieldProps) {
  const { field, fieldState } = useController<ProductFormValues, typeof name>({ name });
  const [isBulk, setIsBulk] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const errorId = useId();
  const items = field.value;
  const error = errorText(fieldState.error);
  const count = itemsOf(items).length;

  function addItem() {
    field.onChange([...items, '']);
    focusItem(items.length);
  }
  function removeItem(index: number) {
    field.onChange(items.toSpliced(index, 1));
    focusItem(Math.min(index, items.length - 2));
  }
  /** The new field exists after the next paint. */
  function focusItem(index: number) {
    requestAnimationFrame(() => group.current?.querySelectorAll<HTMLElement>('li input')[index]?.focus());
  }
  function toggleMode() {
    if (isBulk) field.onChange(linesOf(items.join('\n')));
    setIsBulk(!isBulk);
  }

  return (
    <fieldset ref={group} aria-label={label} aria-describedby={error ? errorId : undefined} className="sm:col-span-2">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{label}</span>
        <Button
          variant="quiet"
          size="sm"
          onClick={toggleMode}
          aria-label={`${isBulk ? 'List View' : 'Bulk Edit'}: ${label}`}
        >
          {isBulk ? 'List View' : 'Bulk Edit'}
        </Button>
      </div>
      {isBulk ? (
        <>
          <textarea
            ref={field.ref}
            aria-label={`${label}, one item per line`}
            placeholder="One item per line"
            rows={5}
            value={items.join('\n')}
            onChange={(event) => field.onChange(event.target.value.split('\n'))}
            onBlur={field.onBlur}
            className={classNames(controlStyle, 'resize-y')}
          />
          <p role="status" className="mt-1 text-13 text-muted">
            {count} {count === 1 ? 'item' : 'items'}
          </p>
        </>
      ) : (
        <>
          <ul className="grid gap-2">
            {items.map((item, index) => (
              <li key={positionKey(index)} className="flex gap-1">
                <input
                  ref={index === 0 ? field.ref : undefined}
                  type="text"
                  aria-label={`${label}, item ${index + 1}`}
                  maxLength={LIST_ITEM_MAX}
                  value={item}
                  onChange={(event) => field.onChange(items.with(index, event.target.value))}
                  onBlur={field.onBlur}
                  className={controlStyle}
                />
                {items.length > 1 && (
                  <IconButton
                    label={`Remove item ${index + 1} of ${label}`}
                    onClick={() => removeItem(index)}
                    className="my-1"
                  >
                    <Trash2 aria-hidden="true" size={18} />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
          <Button variant="secondary" size="sm" onClick={addItem} aria-label={`Add Item to ${label}`} className="mt-2">
            <Plus aria-hidden="true" size={16} />
            Add Item
          </Button>
        </>
      )}
      {error && (
        <p id={errorId} className="mt-1 text-13 font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Items have no id, so the position is the key. */
const positionKey = (index: number) => `item-${index}`;

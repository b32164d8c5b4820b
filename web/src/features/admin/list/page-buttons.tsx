import { Button } from '../../../ui/buttons/button.tsx';

type PageButtonsProps = { page: number; pages: number; onPage: (page: number) => void };

/** At an end of the list the button is only marked as disabled, because a disabled button loses the focus. */
export function PageButtons({ page, pages, onPage }: PageButtonsProps) {
  const button = (name: string, target: number) => {
    const isThere = target >= 1 && target <= pages;
    return (
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={!isThere}
        onClick={() => isThere && onPage(target)}
        className="aria-disabled:pointer-events-none aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-muted"
      >
        {name}
      </Button>
    );
  };
  return (
    <div className="flex gap-2">
      {button('Previous', page - 1)}
      {button('Next', page + 1)}
    </div>
  );
}

import type { MouseEvent } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import type { PriceChange } from './use-price-change.tsx';

export interface PriceButtonProps extends Omit<ButtonProps, 'type' | 'onClick' | 'aria-disabled'> {
  /** Of the price in its label. */
  change: Pick<PriceChange, 'was' | 'isNew'>;
}

/**
 * Submits a form at a price. A changed price stands in its label beside the former one, and no press, nor Enter in a
 * field, accepts it before it can have been read.
 */
export function PriceButton({ change: { was, isNew }, children, ...rest }: PriceButtonProps) {
  const press = (event: MouseEvent): void => {
    if (isNew) event.preventDefault();
  };
  return (
    <Button type="submit" {...rest} aria-disabled={isNew || undefined} onClick={press}>
      {children}
      {was !== null && `, was ${was}`}
    </Button>
  );
}

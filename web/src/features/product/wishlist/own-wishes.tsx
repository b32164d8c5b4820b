import { useEffect } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { setWishes } from '../product.slice.ts';
import { readWishes } from './wishes.ts';

/** Loads the wish list of the signed-in user. Pages are cached for everybody, so the server cannot render it. */
export default function OwnWishes() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    void dispatch(readWishes());
    return () => void dispatch(setWishes([]));
  }, [dispatch]);
  return null;
}

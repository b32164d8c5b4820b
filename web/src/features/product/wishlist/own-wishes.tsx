import { useEffect } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { setWishes } from '../product.slice.ts';
import { readWishes } from './wishes.ts';

/** Fills the hearts of whoever is signed in, for as long as they are. Pages and lists are the same for everybody. */
export default function OwnWishes() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    void dispatch(readWishes());
    return () => void dispatch(setWishes([]));
  }, [dispatch]);
  return null;
}

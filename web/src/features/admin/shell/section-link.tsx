import { useSelector } from 'react-redux';
import { Link, type LinkProps } from 'react-router';
import { authSlice } from '../../auth/auth.slice.ts';
import { sectionAt, sectionsFor } from './admin-navigation.ts';

/** A link to another section. Without permission only its text is shown, and `[a&]:` styles do not apply. */
export function SectionLink({ to, className, children }: Pick<LinkProps, 'className' | 'children'> & { to: string }) {
  const { user } = useSelector(authSlice.selectSlice);
  if (!sectionsFor(user).some((section) => section === sectionAt(to)))
    return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}

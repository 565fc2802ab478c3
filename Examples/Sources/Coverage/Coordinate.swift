#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#endif

/// A place on earth.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator.
  public var latitude: Double
  /// Degrees east of Greenwich.
  public var longitude: Double

  /// Creates a place.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// How many metres lie between two places, along the surface.
  public func distance(to other: Coordinate) -> Double {
    let earthRadius = 6_371_000.0
    let (latitude1, latitude2) = (latitude.radians, other.latitude.radians)
    let northward = sin((latitude2 - latitude1) / 2)
    let eastward = sin((other.longitude - longitude).radians / 2)
    let chord = northward * northward + cos(latitude1) * cos(latitude2) * eastward * eastward
    return 2 * earthRadius * asin(min(1, chord.squareRoot()))
  }
}

/// The part of the map that is on the screen.
public struct Region: Hashable, Sendable {
  /// Its middle.
  public var center: Coordinate
  /// How many degrees it spans from south to north.
  public var latitudeSpan: Double
  /// How many degrees it spans from west to east.
  public var longitudeSpan: Double

  /// Creates a part of the map.
  public init(center: Coordinate, latitudeSpan: Double, longitudeSpan: Double) {
    self.center = center
    self.latitudeSpan = latitudeSpan
    self.longitudeSpan = longitudeSpan
  }

  /// Whether a place is on the screen. The map goes on where the longitude turns from 180 to -180 degrees.
  public func contains(_ coordinate: Coordinate) -> Bool {
    let eastward = (coordinate.longitude - center.longitude).remainder(dividingBy: 360)
    return abs(coordinate.latitude - center.latitude) <= latitudeSpan / 2 && abs(eastward) <= longitudeSpan / 2
  }
}

extension Double {
  fileprivate var radians: Double { self * .pi / 180 }
}
